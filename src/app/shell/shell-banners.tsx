import { useAtom } from '@xstate/store-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Connection } from '../../layouts/top-bar-items.tsx'
import { Banner } from '../../ui/feedback/status.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { useAppServices } from '../app-services.ts'

/** What stands over every screen: nobody answers, or there is a newer console. A list says for itself how old its rows are. */
export const ShellBanners = ({ connection }: { connection: Connection }) => {
  const { t } = useTranslation(['shell', 'commands'])
  const { update } = useAppServices()
  const { view, run } = useWorkspace()
  const isDue = useAtom(update.isDue)
  const isList = useAtom(view.shown, (shown) => (shown?.list ?? null) !== null)
  const wasAway = useRef(false)
  useEffect(() => {
    // A server that went away and came back may have come back another.
    if (connection === 'live' && wasAway.current) void update.check()
    wasAway.current = connection !== 'live'
  }, [connection, update])
  return (
    <>
      {connection === 'offline' && !isList && (
        <Banner tone="warning" icon="wifi-off">
          {t('shell:banner.offline')}
        </Banner>
      )}
      {isDue && (
        <Banner
          tone="info"
          icon="refresh"
          action={{ label: t('commands:console.reload.label'), onPress: () => run('console.reload') }}
        >
          {t('shell:banner.update')}
        </Banner>
      )}
    </>
  )
}
