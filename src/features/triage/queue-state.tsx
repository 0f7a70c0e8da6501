import { useTranslation } from 'react-i18next'
import { localeOf } from '../../../domain/core/languages.ts'
import type { Face } from '../../../machines/triage/triage-rules.ts'
import type { TriageContext } from '../../../machines/triage/triage-types.ts'
import { EmptyState, Skeleton } from '../../ui/feedback/screen-states.tsx'
import { useCommandKeys } from '../../workspace/use-command-keys.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { zoneTime } from './zone-time.ts'

/** Shown if there is no order to call: the reason, and the key that goes on. */
export const QueueState = ({ face, context }: { face: Face; context: TriageContext }) => {
  const { t, i18n } = useTranslation(['triage', 'errors', 'commands'])
  const { country, run } = useWorkspace()
  const { waiting, nextAt, passed, handled, failure } = context
  const keysOf = useCommandKeys()
  const step = (command: string, label = t(`commands:${command}.label`)) => ({
    label,
    // Without a key of its own it is reached like any button.
    keys: keysOf(command) ?? 'Tab',
    onPress: () => run(command),
  })
  const back = step('triage.leave')
  const goOn = step('triage.resume')
  const retry = step('triage.resume', t('triage:retry'))
  if (face === 'opening') return <OrderSkeleton />
  if (face === 'paused') {
    return (
      <EmptyState
        icon="hourglass"
        title={t('triage:paused.title')}
        detail={t('triage:paused.detail')}
        next={[goOn, back]}
      />
    )
  }
  if (face === 'offline') {
    const count = handled.filter(({ state }) => state === 'sending').length
    return (
      <EmptyState
        icon="wifi-off"
        title={t('triage:offline.title')}
        detail={t('triage:offline.detail', { count })}
        next={[retry, back]}
      />
    )
  }
  if (face === 'failed') {
    return (
      <EmptyState
        icon="warning"
        title={t('triage:failed')}
        detail={failure && t(`errors:${failure.code}`)}
        next={[retry, back]}
      />
    )
  }
  const again = step('triage.again', t('triage:empty.again', { count: passed.length }))
  const now = new Date()
  const next = nextAt && zoneTime(new Date(nextAt), country, localeOf(i18n.language), now)
  const detail = next
    ? t('triage:empty.waiting', {
        count: waiting,
        time: next.here === null ? next.there : t('triage:bothTimes', next),
      })
    : t('triage:empty.detail')
  return (
    <EmptyState
      icon="circle-check"
      title={t('triage:empty.title')}
      detail={detail}
      next={passed.length > 0 ? [again, back] : [back]}
    />
  )
}

/** The order's sheet: its number, the customer and their telephone, the facts in two columns. */
const OrderSkeleton = () => (
  <div aria-hidden="true" className="rounded-lg border border-line bg-surface">
    <div className="flex h-9 items-center border-b border-line px-5">
      <Skeleton className="w-48" />
    </div>
    <div className="appears-late flex h-33 flex-col gap-3 border-b border-line px-5 py-4">
      <span className="h-5 w-40 rounded-sm bg-line" />
      <span className="h-8 w-80 max-w-full rounded-sm bg-line" />
      <span className="h-8 w-36 rounded-md bg-line" />
    </div>
    <div className="grid grid-cols-1 gap-px bg-line sm:grid-cols-2">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((fact) => (
        <div key={fact} className="h-13.5 bg-surface px-5 py-2">
          <Skeleton lines={2} />
        </div>
      ))}
    </div>
    <div className="h-15 border-t border-line px-5 py-2">
      <Skeleton lines={2} />
    </div>
  </div>
)
