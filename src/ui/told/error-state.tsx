import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button.tsx'
import { Icon } from '../icons/icon.tsx'

export type ErrorStateProps = {
  /** What happened, in the reader's words. */
  title: string
  detail?: ReactNode
  /** What was not lost. */
  kept?: ReactNode
  /** What to press. */
  action?: { label: string; keys?: string; onPress: () => void }
  /** The request's id, for whoever is asked for help. */
  reference?: string
}

/** What happened, what was kept, what to press. */
export const ErrorState = ({ title, detail, kept, action, reference }: ErrorStateProps) => {
  const { t } = useTranslation('common')
  return (
    <div role="alert" className="mx-auto flex max-w-110 flex-col items-start gap-4 px-4 py-14">
      <div className="flex items-start gap-3">
        <span className="flex size-8 shrink-0 items-center justify-center rounded-md bg-danger-soft text-danger">
          <Icon name="warning" />
        </span>
        <div className="pt-1">
          <h2 className="text-lg font-semibold text-balance">{title}</h2>
          {detail && <p className="mt-1 text-pretty text-ink-muted">{detail}</p>}
        </div>
      </div>
      {kept && (
        <p className="w-full rounded-md border border-line bg-surface px-3 py-2 text-sm">
          <span className="font-medium">{t('error.kept')}</span>
          <span className="text-ink-muted"> — {kept}</span>
        </p>
      )}
      {action && (
        <Button variant="primary" keys={action.keys} onClick={action.onPress}>
          {action.label}
        </Button>
      )}
      {reference && (
        <p className="text-xs text-ink-muted">
          {t('error.reference')} <code className="select-all">{reference}</code>
        </p>
      )}
    </div>
  )
}
