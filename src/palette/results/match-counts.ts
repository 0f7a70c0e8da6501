import { createAtom, type ReadonlyAtom } from '@xstate/store'
import type { ResourceName } from '../../../domain/resources.ts'
import type { AnyRecord } from '../../commands/command-context.ts'

/** What matches a canonical query on a list: how many, and the first of them. */
export type Matches = { total: number; items: readonly AnyRecord[] }
export type CountMatches = (resource: ResourceName, query: string, signal: AbortSignal) => Promise<Matches>

export type MatchCount = {
  phase: 'loading' | 'ready' | 'failed'
  count: number | null
  records: readonly AnyRecord[]
}

const loading: MatchCount = { phase: 'loading', count: null, records: [] }
/** Long enough that a sentence is not counted at every key. */
const pace = 140

/**
 * Counts of what is typed, each asked for once while the palette is open. They are kept by what they count: an answer
 * that comes late is the answer to its own question.
 */
export const createMatchCounts = (ask: CountMatches) => {
  const counts = new Map<string, MatchCount>()
  let wanted = new Map<string, () => Promise<Matches>>()
  let controller = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const changes = createAtom(0)

  const put = (key: string, count: MatchCount) => {
    counts.set(key, count)
    changes.set((count) => count + 1)
  }
  const flush = () => {
    const { signal } = controller
    for (const [key, asking] of wanted) {
      asking().then(
        ({ total, items }) => signal.aborted || put(key, { phase: 'ready', count: total, records: items }),
        () => signal.aborted || put(key, { phase: 'failed', count: null, records: [] }),
      )
    }
    wanted = new Map()
  }

  return {
    /** Grows with every answer. */
    changes: changes as ReadonlyAtom<number>,
    read: (resource: ResourceName, query: string): MatchCount => {
      const key = `${resource}?${query}`
      const known = counts.get(key)
      if (known) return known
      const { signal } = controller
      counts.set(key, loading)
      wanted.set(key, () => ask(resource, query, signal))
      clearTimeout(timer)
      timer = setTimeout(flush, pace)
      return loading
    },
    /** What is on its way is given up; who reads on asks anew. */
    stop: () => {
      clearTimeout(timer)
      controller.abort()
      controller = new AbortController()
      wanted = new Map()
      for (const [key, count] of counts) if (count.phase === 'loading') counts.delete(key)
    },
  }
}

export type MatchCounts = ReturnType<typeof createMatchCounts>
