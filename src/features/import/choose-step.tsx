import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icons/icon.tsx'

type ChooseStepProps = { isOver: boolean; onChoose: () => void; onTemplate: () => void }

/** Where a file is dropped, pasted or chosen. */
export const ChooseStep = ({ isOver, onChoose, onTemplate }: ChooseStepProps) => {
  const { t } = useTranslation('import')
  return (
    <div
      className={cx(
        'mx-auto mt-6 flex w-full max-w-160 flex-col items-center gap-4 rounded-lg border border-dashed px-6 py-14 text-center',
        isOver ? 'border-accent bg-accent-soft' : 'border-line-strong bg-surface',
      )}
    >
      <Icon name="spreadsheet" size={28} className="text-ink-muted" />
      <p className="text-pretty text-ink">{t('choose.lead')}</p>
      <div className="flex flex-wrap justify-center gap-2">
        <Button variant="primary" icon="upload" keys="o" autoFocus onClick={onChoose}>
          {t('choose.button')}
        </Button>
        <Button icon="download" keys="t" onClick={onTemplate}>
          {t('choose.template')}
        </Button>
      </div>
      <p className="max-w-100 text-pretty text-sm text-ink-muted">{t('choose.limits')}</p>
    </div>
  )
}
