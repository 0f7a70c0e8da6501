import { createAtom, type ReadonlyAtom } from '@xstate/store'
import { fold, foldedWords } from '../../domain/lib/fold.ts'
import { labelMatcher } from './match-word.ts'

/** A record that a filter may refer to, by the name that people call it. */
export type ReferenceOption = { value: string; label: string; detail?: string }

/** The source of names. Null: the role may not look them up. */
export type ReferenceSource = (filter: string) => {
  search: (text: string, signal: AbortSignal) => Promise<readonly ReferenceOption[]>
  byIds: (ids: readonly string[], signal: AbortSignal) => Promise<readonly ReferenceOption[]>
} | null

export type Answer = { options: readonly ReferenceOption[]; phase: 'loading' | 'ready' | 'failed' }

/**
 * The names behind the ids of filters, as far as anybody has asked for them: a filter is written, completed and shown by
 * name, and its link carries the id. Nothing is asked twice.
 */
export const createReferences = (source: ReferenceSource) => {
  const known = new Map<string, Map<string, ReferenceOption>>()
  const answers = new Map<string, Answer['phase']>()
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
    /** Grows when names arrive, or fail to. */
    version: version as ReadonlyAtom<number>,
    /** Whether this person may look names of that filter up. */
    has: (filter: string): boolean => source(filter) !== null,
    known: (filter: string): ReadonlyMap<string, ReferenceOption> => known.get(filter) ?? new Map(),
    /** Those whose names begin with these words; what is not known yet is asked for, and arrives later. */
    find: (filter: string, text: string): Answer => {
      const from = source(filter)
      if (from === null) return { options: [], phase: 'ready' }
      const key = `${filter}:${foldedWords(text).join(' ')}`
      const phase = answers.get(key)
      // A failed lookup is retried on the next search.
      if (phase === undefined) ask(key, filter, () => from.search(text, signal))
      return { options: matching(filter, text), phase: answers.get(key) ?? 'loading' }
    },
    /** Asks for the names of ids that nobody has asked for. */
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
