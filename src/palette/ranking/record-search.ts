import { createAtom, type ReadonlyAtom } from '@xstate/store'
import type { SearchHit } from '../../../domain/changes/changes.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import { codeOf } from '../../../machines/failure.ts'

export type Search = (
  query: string,
  options: { signal: AbortSignal; resource?: ResourceName; limit?: number },
) => Promise<{ items: SearchHit[] }>

/** Page size; fewer hits mean that there are no more. */
export const MAX_ANSWERED = 20

/** `hits` answer `query`, which may be an earlier one: they stay until newer ones arrive. */
export type SearchState = {
  hits: readonly SearchHit[]
  query: string
  phase: 'idle' | 'loading' | 'failed'
  /** The failed query and its code. */
  failure?: { query: string; code: string }
}

/** Whether an answer to the query is still expected. */
export const isAwaited = ({ query, phase, failure }: SearchState, asked: string): boolean => {
  if (asked === '' || (query === asked && phase !== 'failed')) return false
  return phase !== 'failed' || (failure !== undefined && failure.query !== asked)
}

type Asked = { query: string; resource: ResourceName | null; others: readonly string[] }

const keyOf = ({ query, resource }: Asked): string => `${resource ?? ''} ${query}`

const nothing: SearchState = { hits: [], query: '', phase: 'idle' }

/** Number of cached answers. */
const MAX_KEPT = 20

/**
 * Searches records while typing: the first keystroke requests at once, later ones at most every `pace` milliseconds. Newer
 * queries abort older ones; late answers are dropped. A repeated query shows its cached answer until the new one arrives.
 */
export function createRecordSearch(search: Search, pace = 120) {
  const changes = createAtom(0)
  let state = nothing
  let asked: Asked | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: AbortController | null = null
  const answers = new Map<string, readonly SearchHit[]>()
  let sentAt = Number.NEGATIVE_INFINITY

  const become = (next: SearchState) => {
    const { hits, query, failure } = state
    state = next
    // Callers already know that a search is pending.
    if (next.hits === hits && next.query === query && next.failure === failure) return
    changes.set((count) => count + 1)
  }
  const knownTo = (question: Asked): SearchState | null => {
    const hits = answers.get(keyOf(question))
    return hits === undefined ? null : { hits, query: question.query, phase: 'loading', failure: undefined }
  }
  const stop = () => {
    clearTimeout(timer)
    running?.abort()
    running = null
  }
  const keep = (question: Asked, hits: readonly SearchHit[]) => {
    const key = keyOf(question)
    answers.delete(key)
    answers.set(key, hits)
    const [oldest] = answers.keys()
    if (answers.size > MAX_KEPT && oldest !== undefined) answers.delete(oldest)
  }
  const send = async (question: Asked) => {
    const { query, resource, others } = question
    sentAt = performance.now()
    const controller = new AbortController()
    running = controller
    try {
      for (const [index, text] of [query, ...others].entries()) {
        const { items } = await search(text, {
          signal: controller.signal,
          resource: resource ?? undefined,
          limit: MAX_ANSWERED,
        })
        if (running !== controller) return
        if (items.length === 0 && index < others.length) continue
        keep(question, items)
        return become({ hits: items, query, phase: 'idle' })
      }
    } catch (error) {
      if (running === controller)
        become({ ...state, phase: 'failed', failure: { query, code: codeOf(error) } })
    }
  }

  return {
    /** Increases with each new answer. */
    changes: changes as ReadonlyAtom<number>,
    state: (): SearchState => state,
    /** The cached state for a query, usable without a request. */
    known: (query: string, resource: ResourceName | null): SearchState | null =>
      query === '' ? null : knownTo({ query, resource, others: [] }),
    /** An empty query clears the hits. `others`: queries tried in turn if nothing is found. */
    ask: (query: string, resource: ResourceName | null = null, others: readonly string[] = []): void => {
      if (asked?.query === query && asked.resource === resource) return
      const isOtherScope = asked !== null && asked.resource !== resource
      asked = { query, resource, others }
      stop()
      if (query === '') {
        become(nothing)
        return
      }
      const question = asked
      const known = knownTo(question)
      // Already read by the caller through `known`.
      if (known !== null) state = known
      else become({ ...(isOtherScope ? nothing : state), phase: 'loading', failure: undefined })
      const wait = sentAt + pace - performance.now()
      if (wait <= 0) void send(question)
      else timer = setTimeout(() => void send(question), wait)
    },
    forget: (): void => {
      stop()
      asked = null
      answers.clear()
      become(nothing)
    },
  }
}

export type RecordSearch = ReturnType<typeof createRecordSearch>
