import { useEffect, useMemo } from 'react'
import { resourceViews } from '../../resources/registry.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { ListScreen } from '../records/list-screen.tsx'
import { keepShell } from './keep-shell.ts'
import { NetworkBanner } from './network-banner.tsx'
import { createShippingsAway } from './shippings-away.ts'

/** The list of parcels, which opens and takes changes without a network too. */
export const ShippingsScreen = () => {
  const { user, country, offline, outbox, run } = useWorkspace()
  const away = useMemo(
    () => createShippingsAway({ user, country, offline, outbox }),
    [user, country, offline, outbox],
  )
  useEffect(() => void keepShell().catch(() => undefined), [])
  return (
    <ListScreen
      view={resourceViews.shippings}
      away={away}
      notice={
        <NetworkBanner
          isStale={false}
          code={null}
          at={0}
          country={country}
          onRefresh={() => run('list.refresh')}
        />
      }
    />
  )
}
