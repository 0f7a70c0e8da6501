import type { LanguageCode } from '../../../../domain/core/languages.ts'
import { fold } from '../../../../domain/lib/fold.ts'
import { isResourceName, type ResourceName } from '../../../../domain/resources.ts'
import { recordArgument } from '../../../../machines/palette/palette-types.ts'
import type { PaletteItem } from '../../../../src/palette/results/palette-item.ts'
import { registry } from '../../../support/console-registry.ts'
import { translators } from '../../../support/ranking/ranking-view.ts'
import type { Screen } from './query.ts'
import { hitOfNumber, hitOfPhone, hitOfRecord, numberOfName } from './records.ts'

/** A query with alternatives, each in the notation of `Query`; any of them is right. */
export type OpenQuery = Screen & {
  typed: string
  expect: readonly string[]
  kind: string
  language?: LanguageCode
}

/** Replaces the ids of records by their numbers. */
const numbered = (text: string): string =>
  text.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => String(hitOfRecord(id)?.number ?? id))

/** A result in the notation of the tables. */
export const nameOf = (item: PaletteItem | undefined): string => {
  if (item === undefined) return 'nothing'
  const { id, title, act } = item
  if (act.kind === 'open') return `${act.hit.resource} #${act.hit.number}`
  if (act.kind === 'copy') return `= ${act.text}`
  if (act.kind === 'page' && act.page.kind === 'customer') return `customer: ${title}`
  if (act.kind === 'type') return id.replace(':', ': ')
  if (act.kind !== 'invoke') return id
  const { command, args, record, records = [], matching } = act.invocation
  if (command === 'list.filter-by-sentence') return numbered(`show ${args.list}?${args.query}`)
  if (command === 'customer.call') return `customer.call: ${act.invocation.words[0]}`
  const given = Object.entries(args).map(([name, value]) => numbered(`${name}=${value}`))
  const numbers = [...(record ? [record] : []), ...records].map((one) => ` #${hitOfRecord(one.id)?.number}`)
  const whole = matching ? ` @${matching.resource}?${matching.query}` : ''
  return `${command}${given.length > 0 ? `?${given.join('&')}` : ''}${numbers.join('')}${whole}`
}

/** Whether a result is one of those expected. */
export const isExpected = (
  item: PaletteItem | undefined,
  query: OpenQuery,
  language: LanguageCode,
): boolean => {
  const got = meaningOf(written(item), query.active)
  return query.expect.some((expected) => isSame(meaningOf(expected, query.active), got, language))
}

/** `nameOf`, with customers of commands by name, and `?record` for a command that still asks for one. */
const written = (item: PaletteItem | undefined): string => {
  const act = item?.act
  if (act?.kind !== 'invoke') return nameOf(item)
  const { command, args, asks } = act.invocation
  if (command.startsWith('customer.') && args.phone !== undefined) {
    return `${command}: ${hitOfPhone(args.phone)?.title ?? args.phone}`
  }
  return asks.includes(recordArgument) ? `${nameOf(item)} #?` : nameOf(item)
}

type Meaning =
  | { kind: 'text'; text: string }
  | { kind: 'help'; topic: string }
  | { kind: 'list'; resource: string; terms: string }
  | { kind: 'command'; id: string; args: Record<string, string>; numbers: string; list: string }

/** The notation without what is only spelling: order of terms, names for numbers, the record in hand. */
const meaningOf = (notation: string, active: number | undefined): Meaning => {
  const shown = /^show ([\w-]+)\?(.*)$/.exec(notation)
  if (shown) return { kind: 'list', resource: shown[1] ?? '', terms: termsOf(shown[2] ?? '') }
  if (notation.startsWith('help: ')) return { kind: 'help', topic: notation.slice(6) }
  if (/^(?:=|customer|complete|nothing)/.test(notation)) return { kind: 'text', text: fold(notation) }
  const [, head = '', matching = ''] = /^(.*?)(?: @(\S+\?.*))?$/.exec(notation) ?? []
  const numbers = [...head.matchAll(/ #(\d+|\?)(?= #|$)/g)].map(([, number]) => number ?? '')
  const own = head.replace(/(?: #(?:\d+|\?))+$/, '')
  const [, id = '', given = ''] = /^([\w.@-]+)(?:\?(.*))?$/.exec(own) ?? []
  const opened = openedBy(id)
  const args = Object.fromEntries(
    given === ''
      ? []
      : given.split('&').map((one) => [one.split('=')[0] ?? '', one.slice(one.indexOf('=') + 1)]),
  )
  const takesRecord = !isResourceName(id) && registry.get(id)?.target !== 'none'
  const inHand = numbers.length === 0 && matching === '' && takesRecord && active !== undefined
  return {
    kind: 'command',
    id: opened ?? id,
    args,
    numbers: (inHand ? [String(active)] : numbers).toSorted().join(' '),
    list: matching === '' ? '' : matching.replace(/\?.*/, (query) => `?${termsOf(query.slice(1))}`),
  }
}

/** Opening a record by its command or by its row is the same. */
const openedBy = (id: string): ResourceName | null => {
  const command = registry.get(id)
  return id.endsWith('.open') && command?.resource !== undefined ? command.resource : null
}

const termsOf = (query: string): string => {
  const terms = wordsOfProducts(numberOfName(query)).match(/[\w-]+:(?:"[^"]*"|\S+)|\S+/g) ?? []
  return terms.map(termOf).toSorted().join(' ')
}

/** A product's name as text finds what its filter does. */
const wordsOfProducts = (query: string): string =>
  query.replace(/product:(\d+)/g, (_, number: string) => hitOfNumber(Number(number))?.title ?? '')

const termOf = (term: string): string => {
  if (!/^[\w-]+:/.test(term)) return fold(term)
  const [name = '', value = ''] = [term.slice(0, term.indexOf(':')), term.slice(term.indexOf(':') + 1)]
  if (name === 'customerAddress') return `${name}:${fold(value)}`
  const range = value
    .replace(/^<=(\d+)$/, '..$1')
    .replace(/^>=(\d+)$/, '$1..')
    .replace(/^>(\d+)$/, '>$1..')
    .replace(/^<(\d+)$/, '..<$1')
    .replace(/^(\d{4}-\d\d-\d\d)\.\.\1$/, '$1')
  return `${name}:${range.split(',').toSorted().join(',')}`
}

const isSame = (expected: Meaning, got: Meaning, language: LanguageCode): boolean => {
  if (expected.kind === 'help') return isHelpFor(expected.topic, got)
  if (expected.kind === 'command' && got.kind === 'command') {
    const names = new Set([...Object.keys(expected.args), ...Object.keys(got.args)])
    return (
      expected.id === got.id &&
      expected.numbers === got.numbers &&
      expected.list === got.list &&
      [...names].every((name) => isSameArgument(name, expected.args[name], got.args[name], language))
    )
  }
  return JSON.stringify(expected) === JSON.stringify(got)
}

const isSameArgument = (
  name: string,
  expected: string | undefined,
  got: string | undefined,
  language: LanguageCode,
): boolean => {
  // A reason that was not expected is one typed: nothing is lost.
  if (got === undefined || (expected === undefined && name !== 'reason')) return false
  if (expected === undefined) return true
  if (fold(numberOfName(expected)) === fold(got)) return true
  if (name !== 'reason') return false
  // A prepared reason that the words mean.
  const label = fold(String(translators[language].t(`orders:cancelReason.${got}`, { defaultValue: '' })))
  const words = fold(expected).split(' ')
  return (
    label !== '' &&
    label.split(' ').some((word) => words.some((typed) => word.slice(0, 4) === typed.slice(0, 4)))
  )
}

/** Topics of help as people name them, and what answers them. */
const answersOf: readonly { topic: RegExp; answers: RegExp }[] = [
  { topic: /calculat/, answers: /^calculate$/ },
  { topic: /filter|date/, answers: /^(?:filter|sentence)$/ },
  { topic: /import/, answers: /^order\.import$/ },
  { topic: /macro/, answers: /^macro\.(?:record|keep)$/ },
  { topic: /shortcut|keyboard/, answers: /^(?:console\.help|go\.keyboard|keyboard\.change)$/ },
  { topic: /select/, answers: /^(?:select|list\.(?:select-all|toggle|extend-down))$/ },
  { topic: /scan/, answers: /^(?:scan|go\.scan|delivery\.scan|scan-session\.open)$/ },
  { topic: /palette|command|search/, answers: /^(?:commands|records|inline|console\.help)$/ },
  { topic: /label/, answers: /^shipping\.print-labels$/ },
]

const isHelpFor = (topic: string, got: Meaning): boolean => {
  const answer = got.kind === 'help' ? got.topic : got.kind === 'command' ? got.id : ''
  return answersOf.some((one) => one.topic.test(topic) && one.answers.test(answer))
}
