import { createAtom, type ReadonlyAtom } from '@xstate/store'
import { fold, foldedWords } from '../../domain/lib/fold.ts'
import { labelMatcher } from './match-word.ts'

/** A record that a filter may refer to, with its display name. */
export type ReferenceOption = { value: string; label: string; detail?: string }

/** Source of names; null if the role may not look them up. `all`: where they are few enough to be offered without a search. */
export type ReferenceSource = (filter: string) => {
  all?: (signal: AbortSignal) => Promise<readonly ReferenceOption[]>
  search: (text: string, signal: AbortSignal) => Promise<readonly ReferenceOption[]>
  byIds: (ids: readonly string[], signal: AbortSignal) => Promise<readonly ReferenceOption[]>
} | null

export type ReferenceAnswer = { options: readonly ReferenceOption[]; phase: 'loading' | 'ready' | 'failed' }

/** Cache of reference names, fetched on demand and once: filters are written by name, links carry ids. */
export const createReferences = (source: ReferenceSource) => {
  const known = new Map<string, Map<string, ReferenceOption>>()
  const answers = new Map<string, ReferenceAnswer['phase']>()
  const version = createAtom(0)
  const { signal } = new AbortController()

  const changed = () => version.set(version.get() + 1)
  const keep = (filter: string, options: readonly ReferenceOption[]) => {
    const names = known.get(filter) ?? new Map<string, ReferenceOption>()
    for (const option of options) names.set(option.value, option)
    known.set(filter, names)
  }
  const ask = (key: string, filter: string, asking: () => Promise<readonly ReferenceOption[]>) => {
    answers.set(key, 'loading')
    asking().then(
      (options) => {
        keep(filter, options)
        answers.set(key, 'ready')
        changed()
      },
      () => {
        answers.set(key, 'failed')
        changed()
      },
    )
  }
  const matching = (filter: string, text: string): ReferenceOption[] => {
    const isMatch = labelMatcher(text)
    const typed = fold(text)
    const isCalled = ({ label }: ReferenceOption) => Number(fold(label) === typed)
    return [...(known.get(filter)?.values() ?? [])]
      .filter(({ label }) => isMatch(label))
      .toSorted((a, b) => isCalled(b) - isCalled(a))
  }

  return {
    /** Increases when names arrive or fail. */
    version: version as ReadonlyAtom<number>,
    /** Whether the user may look up names of that filter. */
    has: (filter: string): boolean => source(filter) !== null,
    /** All names of a filter in their order; null where they are searched for. */
    all: (filter: string): Promise<readonly ReferenceOption[]> | null =>
      source(filter)?.all?.(signal) ?? null,
    known: (filter: string): ReadonlyMap<string, ReferenceOption> => known.get(filter) ?? new Map(),
    /** Known names that begin with these words; unknown ones are requested and arrive later. */
    find: (filter: string, text: string): ReferenceAnswer => {
      const from = source(filter)
      if (from === null) return { options: [], phase: 'ready' }
      const key = `${filter}:${foldedWords(text).join(' ')}`
      const phase = answers.get(key)
      // Failed lookups are retried on the next search.
      if (phase === undefined) ask(key, filter, () => from.search(text, signal))
      return { options: matching(filter, text), phase: answers.get(key) ?? 'loading' }
    },
    /** Records were named elsewhere: asks again on the next search. Known names stay. */
    outdate: (): void => {
      for (const [key, phase] of answers) if (phase === 'ready' && key.includes(':')) answers.delete(key)
    },
    /** Requests unknown names of ids. */
    learn: (filter: string, ids: readonly string[]): void => {
      const from = source(filter)
      const unknown = ids.filter((id) => !known.get(filter)?.has(id) && !answers.has(`${filter}#${id}`))
      if (from === null || unknown.length === 0) return
      for (const id of unknown) answers.set(`${filter}#${id}`, 'loading')
      ask(`${filter}#${unknown.join()}`, filter, () => from.byIds(unknown, signal))
    },
  }
}

export type References = ReturnType<typeof createReferences>
