import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon } from '../../ui/icon.tsx'
import { FileButton } from './file-button.tsx'

type ChooseStepProps = { isOver: boolean; onFile: (file: File) => void; onTemplate: () => void }

/** Where a file is dropped, pasted or chosen. */
export const ChooseStep = ({ isOver, onFile, onTemplate }: ChooseStepProps) => {
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
        <FileButton variant="primary" autoFocus onFile={onFile}>
          {t('choose.button')}
        </FileButton>
        <Button icon="download" onClick={onTemplate}>
          {t('choose.template')}
        </Button>
      </div>
      <p className="max-w-100 text-pretty text-sm text-ink-muted">{t('choose.limits')}</p>
    </div>
  )
}
