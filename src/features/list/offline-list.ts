import type { Where } from '../../../domain/lib/filter.ts'
import type { ResourceName, ResourceRecords } from '../../../domain/resources.ts'
import type { Listed, ListParameters } from '../../api/call-options.ts'
import type { ActiveScreen } from '../../stores/view-store.ts'
import type { ListController } from '../../table/list-controller.ts'

/** Reads rows, with `once` without retries; `at` if they are cached. */
export type ReadRows<R extends ResourceName> = (
  page: ListParameters,
  signal: AbortSignal,
  once?: boolean,
) => Promise<Listed<ResourceRecords[R]> & { at?: number }>

type Rows<R extends ResourceName> = ListController<ResourceRecords[R], Where>

/** Offline support of a list: cached rows and queued changes. */
export type OfflineList<R extends ResourceName> = {
  read: (list: Rows<R>, now: ReadRows<R>) => ReadRows<R>
  /** Applies queued changes to shown rows; returns detach. */
  attach: (list: Rows<R>) => () => void
  /** Queues changes and runs dry runs locally, as far as possible. Both ignore changes that can be made at once. */
  hands: (list: Rows<R>) => Required<Pick<ActiveScreen, 'change' | 'predict'>>
}
