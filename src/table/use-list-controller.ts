import { useAtom } from '@xstate/store-react'
import { useEffect, useState } from 'react'
import { createListController } from './create-list-controller.ts'
import type { ListController, ListControllerOptions, ListStatus } from './list-controller.ts'
import type { ListRecord } from './list-source.ts'

/** A list controller for the mounted screen. Set its query in an effect; it refetches when the network returns. */
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

/** Renders when the status changes, not when the active row moves. */
export function useListStatus(list: { status: ListController<ListRecord, never>['status'] }): ListStatus {
  return useAtom(list.status)
}

/** Renders on every move of the active row: for panels beside the list. */
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

/** Debounces a value. */
export function useDebouncedValue<Value>(value: Value, ms: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
