import { useAtom } from '@xstate/store-react'
import { useTranslation } from 'react-i18next'
import { shownOnce } from '../../stores/shown-once.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'

/** The secret of a record, if this page was open when the server answered it. */
export const useShownOnce = (record: string): string | null => {
  const { user } = useWorkspace()
  return shownOnce.of(useAtom(shownOnce.atom), user.id, record)
}

type CopiedLineProps = { name: string; value: string }

/** A text to be entered elsewhere, with its button. */
export const CopiedLine = ({ name, value }: CopiedLineProps) => {
  const { t } = useTranslation('record')
  const { ports } = useWorkspace()
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    ports.notify({ tone: 'success', titleKey: 'record:copied', values: { name } })
  }
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5">
      <span className="w-30 shrink-0 text-ink-muted">{name}</span>
      <code
        dir="ltr"
        className="min-w-0 flex-1 basis-60 rounded-md border border-line bg-surface px-2 py-1 wrap-anywhere"
      >
        {value}
      </code>
      <Button size="sm" icon="copy" aria-label={t('copyNamed', { name })} onClick={() => void copy()}>
        {t('copy')}
      </Button>
    </div>
  )
}
