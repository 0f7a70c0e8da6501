import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../button.tsx'
import { cx } from '../cx.ts'
import { Icon } from '../icons/icon.tsx'
import type { IconName } from '../icons/icon-set.ts'

export type ErrorStateProps = {
  /** What happened, in the reader's words. */
  title: string
  /** 1 where it stands in the place of a whole screen, title included. */
  level?: 1 | 2
  tone?: keyof typeof marks
  detail?: ReactNode
  /** What was not lost. */
  kept?: ReactNode
  /** What to press. */
  action?: {
    label: string
    keys?: string
    icon?: IconName
    pending?: boolean
    takesFocus?: boolean
    onPress: () => void
  }
  /** The request's id, for whoever is asked for help. */
  reference?: string
}

/** What happened, what was kept, what to press. */
export const ErrorState = ({
  title,
  level = 2,
  tone = 'danger',
  detail,
  kept,
  action,
  reference,
}: ErrorStateProps) => {
  const { t } = useTranslation('common')
  const Heading = `h${level}` as const
  const { icon, className } = marks[tone]
  return (
    <div role="alert" className="mx-auto flex max-w-110 flex-col items-start gap-4 px-4 py-14">
      <div className="flex items-start gap-3">
        <span className={cx('flex size-8 shrink-0 items-center justify-center rounded-md', className)}>
          <Icon name={icon} />
        </span>
        <div className="pt-1">
          <Heading className="text-lg font-semibold text-balance">{title}</Heading>
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
        <Button
          variant="primary"
          icon={action.icon}
          keys={action.keys}
          pending={action.pending}
          autoFocus={action.takesFocus}
          onClick={action.onPress}
        >
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

/** `warning` is for what the network will bring back. */
const marks = {
  danger: { icon: 'warning', className: 'bg-danger-soft text-danger' },
  warning: { icon: 'wifi-off', className: 'bg-warning-soft text-warning' },
} as const satisfies Record<string, { icon: IconName; className: string }>
