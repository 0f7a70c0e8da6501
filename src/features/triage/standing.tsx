import { useTranslation } from 'react-i18next'
import { localeOf } from '../../../domain/languages.ts'
import type { Face } from '../../../machines/triage/triage-rules.ts'
import type { TriageContext } from '../../../machines/triage/triage-types.ts'
import { EmptyState, Skeleton } from '../../ui/feedback/screen-states.tsx'
import { useCommandKeys } from '../../workspace/use-command-keys.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { zoneTime } from './zone-time.ts'

/** What stands in the order's place where there is none to call: why, and which key goes on. */
export const Standing = ({ face, context }: { face: Face; context: TriageContext }) => {
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
  if (face === 'opening') {
    return (
      <div className="rounded-lg border border-line bg-surface p-5">
        <Skeleton lines={9} />
      </div>
    )
  }
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
