import { useTranslation } from 'react-i18next'
import type { ApiKey } from '../../../domain/keys/key.ts'
import { Part } from './record-part.tsx'
import { CopiedLine, useShownOnce } from './secret-part.tsx'

/** A new key, whole, while the page on which it was made is open. */
export const KeyParts = ({ record: key }: { record: ApiKey }) => {
  const { t } = useTranslation('keys')
  const whole = useShownOnce(key.id)
  return (
    <Part title={t('whole.title')}>
      <div className="flex flex-col gap-2 text-sm">
        {whole !== null && <CopiedLine name={t('one')} value={whole} />}
        <p className="text-ink-muted">{t(whole === null ? 'whole.gone' : 'whole.once')}</p>
      </div>
    </Part>
  )
}
