import { createAtom, type ReadonlyAtom } from '@xstate/store'
import type { SearchHit } from '../../../domain/changes/changes.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import { codeOf } from '../../../machines/failure.ts'

export type Search = (
  query: string,
  options: { signal: AbortSignal; resource?: ResourceName; limit?: number },
) => Promise<{ items: SearchHit[] }>

/** As many are asked for; where fewer came, the server knows of no more. */
export const MAX_ANSWERED = 20

/** `hits` answer `query`, which is not always the last one asked: they stay until newer ones arrive. */
export type SearchState = {
  hits: readonly SearchHit[]
  query: string
  phase: 'idle' | 'loading' | 'failed'
  /** Which question could not be answered, and why. */
  failure?: { query: string; code: string }
}

/** Whether the server may still answer a question; what is not looked up, or has failed, is not waited for. */
export const isAwaited = ({ query, phase, failure }: SearchState, asked: string): boolean => {
  if (asked === '' || (query === asked && phase !== 'failed')) return false
  return phase !== 'failed' || (failure !== undefined && failure.query !== asked)
}

type Asked = { query: string; resource: ResourceName | null; others: readonly string[] }

const keyOf = ({ query, resource }: Asked): string => `${resource ?? ''} ${query}`

const nothing: SearchState = { hits: [], query: '', phase: 'idle' }

/** Number of cached queries. */
const MAX_KEPT = 20

/**
 * Looks records up as one types. The first key asks at once, the next ones at most every `pace` milliseconds; a newer
 * question aborts the older, and an answer that comes all the same is dropped.
 * A repeated query shows its earlier answer at once, until the new one arrives.
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
    // The caller knows that it is being looked for.
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
    /** Grows with another answer; a request under way changes no row, so it does not. */
    changes: changes as ReadonlyAtom<number>,
    state: (): SearchState => state,
    /** What is known at once when this is requested: it can be shown without a request. */
    known: (query: string, resource: ResourceName | null): SearchState | null =>
      query === '' ? null : knownTo({ query, resource, others: [] }),
    /** An empty query forgets the hits. `others` are asked in turn where it finds nothing. */
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
      // The caller has read that already.
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
