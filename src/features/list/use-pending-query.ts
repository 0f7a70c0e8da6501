import { useEffect, useMemo, useRef } from 'react'
import type { CommandPorts, ListPort } from '../../commands/command-ports.ts'
import { bufferKeys } from '../../keyboard/key-buffer.tsx'
import type { ListController } from '../../table/list-controller.ts'
import type { ListUrl } from '../records/use-list-query.ts'

/** `dropped`: by Escape, another query, or leaving the screen. */
type Outcome = 'loaded' | 'failed' | 'dropped'

/** Actions for a query's rows, or with null for those of the next one; each is called once. */
type Waiting = { query: string | null; acts: ((outcome: Outcome) => void)[]; end: (outcome: Outcome) => void }

export type PendingQuery = {
  ask: NonNullable<ListPort['ask']>
  afterRows: NonNullable<ListPort['afterRows']>
  /** Buffers key events until the rows of this query have loaded, since they are meant for those. Escape cancels. */
  holdFor: (query: string) => void
  /** The same when returning to a list; Escape is buffered too. */
  holdForReturn: (query: string) => void
  /** The same for a query that is not known yet. */
  holdForOpening: () => void
  answered: (query: string) => void
}

/** Milliseconds after which the user reads that keys wait. */
const NOTICE_AFTER_MS = 1_000

/** Tracks a requested filter and runs actions once its rows have loaded. */
export const usePendingQuery = <T extends { id: string }, Where>(
  list: ListController<T, Where>,
  url: Pick<ListUrl, 'query' | 'sort' | 'open'>,
  notify: CommandPorts['notify'],
): PendingQuery => {
  const now = useRef(url)
  useEffect(() => {
    now.current = url
  })
  const asked = useMemo(() => {
    let waiting: Waiting | null = null
    const end = (outcome: Outcome) => {
      const ended = waiting
      waiting = null
      ended?.end(outcome)
    }
    /** If the list fails, nothing is run; it shows its own error. */
    const whenAnswered = (query: string | null, act: (outcome: Outcome) => void, onEscape?: () => void) => {
      if (waiting !== null && (waiting.query === null || waiting.query === query))
        return void waiting.acts.push(act)
      end('dropped')
      if (query === now.current.query && list.isAnswered()) return act('loaded')
      const acts = [act]
      const keys = bufferKeys({ onEscape })
      const subscription = list.status.subscribe(({ phase, offline }) => {
        if (phase === 'failed' || (phase === 'ready' && offline)) end('failed')
      })
      waiting = {
        query,
        acts,
        end: (outcome) => {
          subscription.unsubscribe()
          for (const one of acts) one(outcome)
          // After the rows are painted.
          if (outcome === 'loaded') requestAnimationFrame(keys.replay)
          else keys.discard()
        },
      }
    }
    return {
      end,
      answered: (query: string) => {
        if (waiting?.query === query || waiting?.query === null) end('loaded')
      },
      holdFor: (query: string) => whenAnswered(query, nothing, () => end('dropped')),
      holdForReturn: (query: string) => whenAnswered(query, nothing),
      holdForOpening: () => whenAnswered(null, nothing, () => end('dropped')),
      afterRows: (act: () => void): boolean => {
        const { phase, offline } = list.status.get()
        // A list that failed has no rows to wait for, and shows why.
        if (list.isAnswered() || phase !== 'loading' || offline) return false
        const notice = setTimeout(() => notify({ tone: 'info', titleKey: 'list:keysWait' }), NOTICE_AFTER_MS)
        const run = (outcome: Outcome) => {
          clearTimeout(notice)
          if (outcome === 'loaded') act()
          else if (outcome === 'failed') notify({ tone: 'warning', titleKey: 'list:keysDropped' })
        }
        whenAnswered(now.current.query, run, () => end('dropped'))
        return true
      },
      ask: (query: string, { select }: { select: boolean }) =>
        new Promise<void>((resolve) => {
          const act = (outcome: Outcome) => {
            if (outcome === 'loaded' && select) list.selectAll()
            if (outcome === 'loaded') list.focus()
            resolve()
          }
          // Else the default view would open in its place.
          const isOpening = waiting?.query === null
          whenAnswered(query, act, () => end('dropped'))
          if (isOpening || query !== now.current.query)
            now.current.open({ query, sort: now.current.sort, viewId: null })
        }),
    }
  }, [list, notify])
  useEffect(() => () => asked.end('dropped'), [asked])
  return asked
}

function nothing(): void {}
