import { useEffect, useMemo, useRef } from 'react'
import type { ListPort } from '../../commands/command-ports.ts'
import type { ListController } from '../../table/list-controller.ts'
import type { ListUrl } from './use-list-query.ts'

type Waiting = { query: string; act: () => void }

/** A filter that a command asks for: the list has it once the rows are those that match, and then they are selected. */
export const useAskedList = <T extends { id: string }, Where>(
  list: ListController<T, Where>,
  url: Pick<ListUrl, 'query' | 'sort' | 'open'>,
): { ask: NonNullable<ListPort['ask']>; answered: (query: string) => void } => {
  const now = useRef(url)
  useEffect(() => {
    now.current = url
  })
  return useMemo(() => {
    let waiting: Waiting | null = null
    let stop: () => void = nothing
    const answered = (query: string) => {
      if (waiting?.query !== query) return
      const { act } = waiting
      waiting = null
      stop()
      act()
    }
    return {
      answered,
      ask: (query, { select }) =>
        new Promise<void>((resolve) => {
          stop()
          waiting = {
            query,
            act: () => {
              if (select) list.selectAll()
              list.focus()
              resolve()
            },
          }
          if (query === now.current.query && list.isAnswered()) {
            answered(query)
            return
          }
          // A list that could not be had says so itself: nothing is selected, and nobody waits.
          stop = list.status.subscribe(() => {
            if (list.status.get().phase !== 'failed') return
            waiting = null
            stop()
            resolve()
          })
          if (query !== now.current.query) now.current.open({ query, sort: now.current.sort, viewId: null })
        }),
    }
  }, [list])
}

function nothing(): void {}
