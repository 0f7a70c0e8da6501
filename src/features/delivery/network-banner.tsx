import { useAtom } from '@xstate/store-react'
import { useTranslation } from 'react-i18next'
import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { OfflineBanner } from '../../ui/feedback/status.tsx'
import { shortDay } from '../../ui/format/short-day.ts'
import { useCommandKeys } from '../../workspace/use-command-keys.ts'
import { useWorkspace } from '../../workspace/workspace.ts'

type NetworkBannerProps = {
  /** The parcels are those of `at`, in epoch milliseconds. */
  isStale: boolean
  /** Code of the failed request. */
  code: string | null
  at: number
  country: CountryCode
  onRefresh: () => void
}

/** Connection state: how many changes wait, and how old the list is. */
export const NetworkBanner = ({ isStale, code, at, country, onRefresh }: NetworkBannerProps) => {
  const { t, i18n } = useTranslation('delivery')
  const { outbox } = useWorkspace()
  const keysOf = useCommandKeys()
  const { entries, state } = useAtom(outbox.view)
  const waiting = entries.filter(({ refusal }) => refusal === null).length
  const isHeld = waiting > 0 && (state === 'offline' || state === 'waiting')
  if (!isStale && !isHeld) return null
  const format = new Intl.DateTimeFormat(localeOf(i18n.language), {
    ...shortDay,
    hour: '2-digit',
    minute: '2-digit',
    timeZone: countries[country].timeZone,
  })
  const words = [
    ...(isStale
      ? [t(code === 'OFFLINE' ? 'network.stale' : 'network.trouble', { time: format.format(at) })]
      : []),
    ...(waiting > 0 ? [t('network.waiting', { count: waiting })] : []),
  ]
  return (
    <OfflineBanner
      action={{
        label: t('network.retry'),
        keys: keysOf('list.refresh'),
        onPress: () => {
          outbox.flush()
          onRefresh()
        },
      }}
    >
      {words.join(' ')}
    </OfflineBanner>
  )
}
