import type { Request } from '../../filter/sentence/read-request.ts'
import { rank } from '../ranking/rank.ts'
import { otherLayouts } from '../ranking/text-analysis.ts'
import { argumentValues } from './argument-page.ts'
import { nearestFirst } from './command-rows.ts'
import { type Inline, readInline } from './inline-arguments.ts'
import type { PaletteView, StillView } from './palette-view.ts'
import type { PaletteInput } from './read-input.ts'
import { lookedUpFor, requestOf } from './request-rows.ts'

/**
 * What is to be looked up on the server while this is typed; empty for nothing. `others` are asked in their order where
 * it finds nothing: the same keys on other keyboard layouts.
 */
export type Lookup = { query: string; resource: PaletteView['scope']; others?: readonly string[] }

/** What a text may mean: a request, and commands with arguments behind their names. */
export type Readings = { request: Request | null; inline: readonly Inline[]; coded: Coded | null }

/** The code of an invoice, with what else was typed: `imprimer la facture INV-2026W46-3`. */
export type Coded = { code: string; rest: string }

export const noReadings: Readings = { request: null, inline: [], coded: null }

/** Reads the text; records named by number are looked up by these readings. */
export const readingsOf = (input: PaletteInput, view: StillView): Readings => {
  const coded = codedOf(input)
  // The digits of a code are no numbers of records.
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
    // What was read as a verb may be a part of the name.
    return asked === request?.words
      ? { query: asked, resource: scope ?? request?.resource ?? null, others: [text] }
      : { query: asked, resource: scope }
  }
  const numbered = inline.filter(({ number }) => number !== null)
  if (numbered.length > 0) {
    // Several resources have a command of that name: whichever has such a number is meant.
    const meant = new Set(numbered.map(({ command }) => registry.get(command)?.resource ?? null))
    const [resource = null] = meant
    return { query: `#${numbered[0]!.number}`, resource: meant.size === 1 ? (resource ?? scope) : scope }
  }
  if (mode === 'commands' || mode === 'filter' || mode === 'help') return { query: '', resource: null }
  const others = othersOf(text, view)
  const lookup = { query: askedFor(input), resource: mode === 'people' ? people : scope }
  return others.length > 0 ? { ...lookup, others } : lookup
}

/** `#12` is asked for as such: the server finds a number alone sooner than everything that has its digits. */
export const askedFor = ({ mode, text }: PaletteInput): string =>
  mode === 'number' && /^\d+$/.test(text) ? `#${text}` : text

const MIN_RESCUED_LENGTH = 4

/** Each is a question more, where nothing is found. */
const MAX_OTHER_QUERIES = 3

/** Only of words that no command has: typing a command's name means the right layout. */
const othersOf = (text: string, { prepared }: StillView): readonly string[] => {
  if (text.length < MIN_RESCUED_LENGTH || /\d/.test(text)) return []
  if (rank(text, prepared, { withFuzzy: false, withOtherLayouts: false }).length > 0) return []
  return otherLayouts(text)
    .filter((other) => /^[\p{L}\s'’-]+$/u.test(other))
    .slice(0, MAX_OTHER_QUERIES)
}
