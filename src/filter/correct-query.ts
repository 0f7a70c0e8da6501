import { fold } from '../../domain/lib/fold.ts'
import { parseQuery } from '../../domain/lib/query.ts'
import { isOneSlip } from '../../domain/lib/typo.ts'
import type { CompletionSource } from './completion.ts'
import { compact } from './vocabulary.ts'

type Source = Pick<CompletionSource, 'filters' | 'words' | 'references'>

/** A corrected term in the user's words; null if nothing readable is close. */
export const correctionOf = (token: string, source: Source): string | null => {
  const meant = nearestOf(token, source)
  return meant === null || !isReadable(meant, source) ? null : meant
}

const isReadable = (text: string, { filters, words }: Source): boolean =>
  parseQuery(filters, text, { now: new Date(0), vocabulary: words.vocabulary }).problems.length === 0

const nearestOf = (token: string, { filters, words, references }: Source): string | null => {
  const colon = token.indexOf(':')
  if (colon <= 0) return null
  const name = nameNear(token.slice(0, colon), { filters, words })
  if (name === null) return null
  const value = token.slice(colon + 1).replaceAll('"', '')
  const filter = filters[name]
  const known =
    filter?.kind === 'choice'
      ? filter.values
      : filter?.kind === 'reference'
        ? [...(references?.known(name).keys() ?? [])]
        : null
  if (known === null) {
    const meant = `${words.name(name)}:${value}`
    // The name was right; nothing suggests the value.
    return compact(meant) === compact(token) ? null : meant
  }
  const near = known.find((one) => words.values(name, one).some((word) => isNear(value, word)))
  return near === undefined ? null : `${words.name(name)}:${words.value(name, near)}`
}

const nameNear = (written: string, { filters, words }: Pick<Source, 'filters' | 'words'>): string | null => {
  const all = [...Object.keys(filters), 'created']
  const spelled = (name: string) => [name, ...words.names(name)]
  return (
    all.find((name) => spelled(name).some((word) => compact(word) === compact(written))) ??
    all.find((name) => spelled(name).some((word) => isNear(written, word))) ??
    null
  )
}

/** Equal, a prefix, or one edit away. Short words are excluded: they resemble too many. */
const isNear = (written: string, word: string): boolean => {
  const [typed, whole] = [fold(written), fold(word)]
  if (typed.length < 3) return typed === whole
  return whole === typed || whole.startsWith(typed) || (typed.length > 3 && isOneSlip(typed, whole))
}
