import type { SearchHit } from '../../domain/changes.ts'
import type { ResourceName } from '../../domain/resources.ts'

export type Search = (
  query: string,
  options: { signal: AbortSignal; resource?: ResourceName; limit?: number },
) => Promise<{ items: SearchHit[] }>

/** `hits` answer `query`, which is not always the last one asked: they stay until newer ones arrive. */
export type SearchState = {
  hits: readonly SearchHit[]
  query: string
  phase: 'idle' | 'loading' | 'failed'
}

type Asked = { query: string; resource: ResourceName | null }

const nothing: SearchState = { hits: [], query: '', phase: 'idle' }

/**
 * Looks records up as one types. The first key asks at once, the next ones at most every `pace` milliseconds; a newer
 * question aborts the older, and an answer that comes all the same is dropped.
 */
export function createRecordSearch(search: Search, pace = 120) {
  const listeners = new Set<() => void>()
  let state = nothing
  let asked: Asked | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: AbortController | null = null
  let sentAt = Number.NEGATIVE_INFINITY

  const become = (next: SearchState) => {
    state = next
    for (const listener of listeners) listener()
  }
  const stop = () => {
    clearTimeout(timer)
    running?.abort()
    running = null
  }
  const send = async ({ query, resource }: Asked) => {
    sentAt = performance.now()
    const controller = new AbortController()
    running = controller
    try {
      const { items } = await search(query, {
        signal: controller.signal,
        resource: resource ?? undefined,
        limit: 20,
      })
      if (running === controller) become({ hits: items, query, phase: 'idle' })
    } catch {
      if (running === controller) become({ ...state, phase: 'failed' })
    }
  }

  return {
    getSnapshot: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** An empty query forgets the hits. */
    ask: (query: string, resource: ResourceName | null = null): void => {
      if (asked?.query === query && asked.resource === resource) return
      const isOtherScope = asked !== null && asked.resource !== resource
      asked = { query, resource }
      stop()
      if (query === '') {
        become(nothing)
        return
      }
      become({ ...(isOtherScope ? nothing : state), phase: 'loading' })
      const question = asked
      timer = setTimeout(() => void send(question), Math.max(0, sentAt + pace - performance.now()))
    },
    forget: (): void => {
      stop()
      asked = null
      become(nothing)
    },
  }
}

export type RecordSearch = ReturnType<typeof createRecordSearch>
