import { useEffect, useMemo, useRef } from 'react'
import type { ListPort } from '../../commands/command-ports.ts'
import { bufferKeys } from '../../keyboard/key-buffer.tsx'
import type { ListController } from '../../table/list-controller.ts'
import type { ListUrl } from '../records/use-list-query.ts'

/** Callback for a query's rows; called once with whether they loaded. */
type Waiting = { query: string; end: (hasCome: boolean) => void }

export type PendingQuery = {
  ask: NonNullable<ListPort['ask']>
  /** Buffers key events until the rows of this query have loaded, since they are meant for those. Escape cancels. */
  holdFor: (query: string) => void
  /** The same when returning to a list; Escape is buffered too. */
  holdForReturn: (query: string) => void
  answered: (query: string) => void
}

/** Tracks a requested filter and runs actions once its rows have loaded. */
export const usePendingQuery = <T extends { id: string }, Where>(
  list: ListController<T, Where>,
  url: Pick<ListUrl, 'query' | 'sort' | 'open'>,
): PendingQuery => {
  const now = useRef(url)
  useEffect(() => {
    now.current = url
  })
  const asked = useMemo(() => {
    let waiting: Waiting | null = null
    const end = (hasCome: boolean) => {
      const ended = waiting
      waiting = null
      ended?.end(hasCome)
    }
    /** If the list fails, nothing is run; it shows its own error. */
    const whenAnswered = (query: string, act: (hasCome: boolean) => void, onEscape?: () => void) => {
      end(false)
      if (query === now.current.query && list.isAnswered()) return act(true)
      const keys = bufferKeys({ onEscape })
      const subscription = list.status.subscribe(({ phase, offline }) => {
        if (phase === 'failed' || (phase === 'ready' && offline)) end(false)
      })
      waiting = {
        query,
        end: (hasCome) => {
          subscription.unsubscribe()
          act(hasCome)
          // After the rows are painted.
          if (hasCome) requestAnimationFrame(keys.replay)
          else keys.discard()
        },
      }
    }
    return {
      end,
      answered: (query: string) => {
        if (waiting?.query === query) end(true)
      },
      holdFor: (query: string) => whenAnswered(query, nothing, () => end(false)),
      holdForReturn: (query: string) => whenAnswered(query, nothing),
      ask: (query: string, { select }: { select: boolean }) =>
        new Promise<void>((resolve) => {
          const act = (hasCome: boolean) => {
            if (hasCome && select) list.selectAll()
            if (hasCome) list.focus()
            resolve()
          }
          whenAnswered(query, act, () => end(false))
          if (query !== now.current.query) now.current.open({ query, sort: now.current.sort, viewId: null })
        }),
    }
  }, [list])
  useEffect(() => () => asked.end(false), [asked])
  return asked
}

function nothing(): void {}
