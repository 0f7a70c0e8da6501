import type { LiveEvent } from '../../../domain/changes/changes.ts'
import { resourceNames } from '../../../domain/resources.ts'
import { recentFiltersKey } from '../../filter/filter-context.ts'
import type { Recents } from '../../palette/ranking/recents.ts'
import type { OfflineStore } from '../../stores/offline-store.ts'

type Stored = {
  recents: Pick<Recents, 'forget'>
  storage: Pick<Storage, 'removeItem'>
  offline: Pick<OfflineStore, 'clear'>
  user: string
}

/**
 * Removes what this browser has stored of erased customers. An event names orders at most, so all recent filters go, which may have the
 * number, and all cached lists, which are read again.
 */
export const forgetCustomers = (
  { verb, resource, ids }: LiveEvent,
  { recents, storage, offline, user }: Stored,
): void => {
  if (verb !== 'customer.erase') return
  recents.forget(resource, ids)
  if (resource !== 'orders') return
  for (const name of resourceNames) storage.removeItem(recentFiltersKey(user, name))
  void offline.clear('signedOut', user).catch(() => undefined)
}
