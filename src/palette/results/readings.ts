import type { Request } from '../../filter/sentence/read-request.ts'
import { rank } from '../ranking/rank.ts'
import type { Lookup } from '../ranking/record-search.ts'
import { otherLayouts } from '../ranking/text-analysis.ts'
import { argumentValues } from './argument-page.ts'
import { nearestFirst } from './command-rows.ts'
import { type Inline, readInline } from './inline-arguments.ts'
import type { PaletteView, StillView } from './palette-view.ts'
import type { PaletteInput } from './read-input.ts'
import { lookedUpFor, requestOf } from './request-rows.ts'

/** Readings of a text: a request, commands with arguments, an invoice code. */
export type Readings = { request: Request | null; inline: readonly Inline[]; coded: Coded | null }

/** An invoice code with the other words: `imprimer la facture INV-2026W46-3`. */
export type Coded = { code: string; rest: string }

export const noReadings: Readings = { request: null, inline: [], coded: null }

/** Parses the text; its readings decide which records are looked up by number. */
export const readingsOf = (input: PaletteInput, view: StillView): Readings => {
  const coded = codedOf(input)
  // Digits of a code are no record numbers.
  return coded === null
    ? { request: requestOf(input, view), inline: inlineOf(input, view), coded }
    : { request: null, inline: [], coded }
}

const invoiceCode = /(?<![\p{L}\d])inv-\d[\dw-]{0,30}(?![\p{L}\d])/iu

const codedOf = ({ mode, text }: PaletteInput): Coded | null => {
  const [code] = (mode === 'all' && invoiceCode.exec(text)) || []
  const rest = code === undefined ? '' : text.replace(code, ' ').trim()
  return code === undefined || rest === '' ? null : { code, rest }
}

const inlineOf = ({ mode, text }: PaletteInput, view: StillView): readonly Inline[] =>
  mode === 'all' || mode === 'commands'
    ? readInline(text, {
        commands: nearestFirst(view).sorted,
        get: view.registry.get,
        values: (command, argument, query) =>
          argumentValues(command, argument, query, view, { withFuzzy: false }),
        headKind: (head) => view.filtering?.detector.headKind(head, view.filtering.lists) ?? null,
      })
    : []

export function lookupOf(
  input: PaletteInput,
  { request, inline, coded }: Readings,
  view: StillView,
  people: PaletteView['scope'],
): Lookup {
  const { mode, text } = input
  const { scope, registry } = view
  if (coded !== null) return { query: coded.code, resource: scope }
  const asked = request && lookedUpFor(request)
  if (asked !== null) {
    // The word read as a verb may be part of a name.
    return asked === request?.words
      ? { query: asked, resource: scope ?? request?.resource ?? null, others: [text] }
      : { query: asked, resource: scope }
  }
  const numbered = inline.filter(({ number }) => number !== null)
  if (numbered.length > 0) {
    // Several resources have this command: the one with such a number is meant.
    const meant = new Set(numbered.map(({ command }) => registry.get(command)?.resource ?? null))
    const [resource = null] = meant
    return { query: `#${numbered[0]!.number}`, resource: meant.size === 1 ? (resource ?? scope) : scope }
  }
  if (mode === 'commands' || mode === 'filter' || mode === 'help') return { query: '', resource: null }
  const others = othersOf(text, view)
  const lookup = { query: askedFor(input), resource: mode === 'people' ? people : scope }
  return others.length > 0 ? { ...lookup, others } : lookup
}

/** `#12` is sent with its sign: the server finds an exact number faster than a prefix. */
export const askedFor = ({ mode, text }: PaletteInput): string =>
  mode === 'number' && /^\d+$/.test(text) ? `#${text}` : text

const MIN_RESCUED_LENGTH = 4

/** Each one costs a request if nothing is found. */
const MAX_OTHER_QUERIES = 3

/** Not for words of commands, which prove the layout is right. */
const othersOf = (text: string, { prepared }: StillView): readonly string[] => {
  if (text.length < MIN_RESCUED_LENGTH || /\d/.test(text)) return []
  if (rank(text, prepared, { withFuzzy: false, withOtherLayouts: false }).length > 0) return []
  return otherLayouts(text)
    .filter((other) => /^[\p{L}\s'’-]+$/u.test(other))
    .slice(0, MAX_OTHER_QUERIES)
}
