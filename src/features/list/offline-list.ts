import type { Where } from '../../../domain/lib/filter.ts'
import type { ResourceName, ResourceRecords } from '../../../domain/resources.ts'
import type { Listed, ListParameters } from '../../api/call-options.ts'
import type { View } from '../../stores/view-store.ts'
import type { ListController } from '../../table/list-controller.ts'

/** Reads rows, without retries where `once`; `at` where they are those of then. */
export type ReadRows<R extends ResourceName> = (
  page: ListParameters,
  signal: AbortSignal,
  once?: boolean,
) => Promise<Listed<ResourceRecords[R]> & { at?: number }>

type Rows<R extends ResourceName> = ListController<ResourceRecords[R], Where>

/** How a list goes on without a network: from rows that were kept, with changes that wait. */
export type OfflineList<R extends ResourceName> = {
  read: (list: Rows<R>, now: ReadRows<R>) => ReadRows<R>
  /** Keeps what is shown in step with what waits; answers how to stop. */
  attach: (list: Rows<R>) => () => void
  /** Queues a change, and says so; foretells it as far as this device knows. Both leave alone what can be made at once. */
  hands: (list: Rows<R>) => Required<Pick<View, 'change' | 'foretell'>>
}
