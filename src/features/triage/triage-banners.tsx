import { useTranslation } from 'react-i18next'
import type { TriageContext } from '../../../machines/triage/triage-types.ts'
import { Banner } from '../../ui/feedback/status.tsx'

/** What happened to the order on the screen without the person's doing, and a network that is not there. */
export const TriageBanners = ({ context, onRetry }: { context: TriageContext; onRetry: () => void }) => {
  const { t } = useTranslation(['triage', 'errors'])
  const { notice, failure, hand, handled } = context
  const waiting = handled.filter(({ state }) => state === 'sending').length
  return (
    <>
      {notice !== null && (
        <Banner tone={notice.kind === 'changed' ? 'info' : 'warning'}>
          {t(`triage:notice.${notice.kind}`, { number: notice.number, name: notice.name })}
        </Banner>
      )}
      {failure !== null && hand.length > 0 && (
        <Banner
          tone="warning"
          icon={failure.code === 'OFFLINE' ? 'wifi-off' : undefined}
          action={{ label: t('triage:retry'), onPress: onRetry }}
        >
          {failure.code === 'OFFLINE'
            ? t('triage:offline.goesOn', { count: waiting })
            : t(`errors:${failure.code}`)}
        </Banner>
      )}
    </>
  )
}
