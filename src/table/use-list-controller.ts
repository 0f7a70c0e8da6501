import { useAtom } from '@xstate/store-react'
import { useEffect, useState } from 'react'
import { createListController } from './create-list-controller.ts'
import type { ListController, ListControllerOptions, ListStatus } from './list-controller.ts'
import type { ListRecord } from './list-source.ts'

/** One list controller while the screen is mounted. Set its query in an effect; it refetches when the network is back. */
export function useListController<T extends ListRecord, Where>(
  options?: ListControllerOptions<T>,
): ListController<T, Where> {
  const [list] = useState(() => createListController<T, Where>(options))
  useEffect(() => {
    const reconnect = () => {
      if (list.status.get().offline) list.refresh()
    }
    window.addEventListener('online', reconnect)
    return () => {
      window.removeEventListener('online', reconnect)
      list.stop()
    }
  }, [list])
  return list
}

/** Re-renders when the state of a bar changes; not when the active row moves. */
export function useListStatus(list: { status: ListController<ListRecord, never>['status'] }): ListStatus {
  return useAtom(list.status)
}

/** Renders again with every move of the active row: for panels next to the list. */
export function useActiveIndex(
  list: Pick<ListController<ListRecord, never>, 'changes' | 'activeIndex'>,
): number {
  return useAtom(list.changes, list.activeIndex)
}

export function useActiveRecord<T extends ListRecord>(
  list: Pick<ListController<T, never>, 'changes' | 'activeRecord'>,
): T | undefined {
  return useAtom(list.changes, list.activeRecord)
}

/** The value once it has not changed for `ms`: rows that are only passed render nothing next to the list. */
export function useDebouncedValue<Value>(value: Value, ms: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
