import { fold } from '../../../domain/lib/fold.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import { type Completion, completionIcons } from '../../filter/completion.ts'
import { type DetectedList, listsInstead } from '../../filter/detect-lists.ts'
import type { Sentence } from '../../filter/sentence/read-sentence.ts'
import type { PaletteItem, PaletteSection } from './palette-item.ts'
import type { PaletteView } from './palette-view.ts'
import type { Filtering } from './use-filtering.ts'

/**
 * `/`: filters the visible list, or the one named first. Rows show or select all matches with their count, and complete the
 * filter.
 */
export function filterSections(written: string, view: PaletteView): PaletteSection[] {
  const { filtering, context, t } = view
  if (!filtering) return []
  const inView = context.ports.list?.ask ? context.resource : null
  const { resource, text, prefix } = listMeant(written, inView, view, filtering)
  if (resource === null) return [{ id: 'lists', heading: null, items: listRows(view, filtering) }]
  const { query, unread } = filtering.detector.read(resource, text)
  const completions = filtering.complete(resource, text)
  const spoken = { resource, query, isPending: false, unknown: [] }
  const rows =
    text.trim() === ''
      ? []
      : unread.length > 0
        ? [unreadRow(unread, completions, view)]
        : [askRow('filter', spoken, view, filtering), askRow('select', spoken, view, filtering)]
  const answer: PaletteSection = { id: 'filter', heading: t(`${resource}:title`), items: rows }
  const ways: PaletteSection = {
    id: 'completions',
    heading: null,
    items: completions
      // Already listed above as a sentence.
      .filter(({ kind }) => kind !== 'sentence')
      .map((completion) => completionRow(completion, text, prefix)),
  }
  // Unreadable parts are usually still being typed.
  return unread.length > 0 ? [ways, answer] : [answer, ways]
}

type Meant = { resource: ResourceName | null; text: string; prefix: string }

/** The list named by the text: `/livraisons statut:livrée` names another than the visible one. */
const listMeant = (
  written: string,
  inView: ResourceName | null,
  { t }: PaletteView,
  { lists, detector }: Filtering,
): Meant => {
  const [first = ''] = written.trimStart().split(/\s/)
  const word = fold(first)
  const named =
    word === ''
      ? undefined
      : lists.find((one) => [t(`${one}:title`), t(`${one}:one`), one].some((name) => fold(name) === word))
  const rest = written.trimStart().slice(first.length)
  if (named !== undefined && /^\s/.test(rest)) {
    return { resource: named, text: rest.trimStart(), prefix: `/${first} ` }
  }
  if (inView !== null) return { resource: inView, text: written.trimStart(), prefix: '/' }
  const [heard] = detector.hear(written, { all: lists, inView })
  return { resource: heard?.resource ?? null, text: written.trimStart(), prefix: '/' }
}

/** Without a visible list: one row for each list. */
const listRows = ({ t, registry }: PaletteView, { lists }: Filtering): PaletteItem[] =>
  lists.map((resource) => ({
    id: `filter:${resource}`,
    title: t('filter:show', { records: t(`${resource}:title`) }),
    icon: registry.get(`go.${resource}`)?.icon ?? 'filter',
    act: { kind: 'type', text: `/${t(`${resource}:title`).toLowerCase()} ` },
  }))

const unreadRow = (
  unread: readonly string[],
  completions: readonly Completion[],
  { t }: PaletteView,
): PaletteItem => {
  const meant = completions.find(({ kind }) => kind === 'correction')
  return {
    id: `filter:unread ${unread.join(' ')}`,
    title: t('list:filterUnread', { tokens: unread.join(', ') }),
    detail: meant && t('filter:didYouMean', { text: meant.label }),
    icon: 'filter',
    refusal: 'NOT_FOUND',
    act: { kind: 'type', text: '/' },
  }
}

const completionRow = (
  { id, kind, label, hint, start, end, text: part }: Completion,
  text: string,
  prefix: string,
): PaletteItem => ({
  id: `complete:${id}`,
  title: label,
  detail: hint,
  icon: completionIcons[kind],
  act: { kind: 'type', text: `${prefix}${text.slice(0, start)}${part}${text.slice(end)}` },
})

/** Reads the text as a sentence about a list: rows to show or select all matches, with their count. */
export function sentenceRows(
  text: string,
  view: PaletteView,
): { items: readonly PaletteItem[]; isFirm: boolean } {
  const { filtering } = view
  if (!filtering || text.length < MIN_SENTENCE_LENGTH) return { items: [], isFirm: false }
  const heard = filtering.detector.hear(text, listsOf(view, filtering), true)
  return {
    items: heard.flatMap((one) => [
      askRow('filter', one, view, filtering),
      // Not offered with `except` clauses: the excluded would be selected too.
      ...(one.ignored.length === 0 ? [askRow('select', one, view, filtering)] : []),
    ]),
    // A single value may be a command's name, unless the list was named.
    isFirm: heard.some(({ isSure, isBare }) => (isBare ? view.scope !== null : isSure)),
  }
}

const MIN_SENTENCE_LENGTH = 4

const listsOf = ({ scope, context }: PaletteView, { lists }: Filtering) => ({
  all: scope === null ? lists : [scope],
  instead: scope === null ? undefined : lists.find((one) => one === listsInstead[scope]),
  inView: scope ?? (context.ports.list?.ask ? context.resource : null),
})

/** The lists that a sentence may be about, likeliest first. */
export const listsFor = (
  sentence: Sentence,
  view: PaletteView,
  filtering: Filtering,
): readonly DetectedList[] => filtering.detector.listsOf(sentence, listsOf(view, filtering))

const commands = {
  select: { id: 'list.select-by-sentence', icon: 'list-checks', title: 'filter:select' },
  filter: { id: 'list.filter-by-sentence', icon: 'filter', title: 'filter:show' },
} as const

/** One row that shows or selects the matches, with their count and the words not understood. */
export function askRow(
  way: keyof typeof commands,
  {
    resource,
    query,
    isPending,
    unknown,
    ignored = [],
  }: Pick<DetectedList, 'resource' | 'query' | 'isPending' | 'unknown'> &
    Partial<Pick<DetectedList, 'ignored'>>,
  { t }: PaletteView,
  { detector, count: countOf, where }: Filtering,
): PaletteItem {
  const { id, icon, title } = commands[way]
  const isKnown = !isPending && unknown.length === 0
  const { phase, count } = isKnown ? countOf(resource, query) : { phase: 'loading' as const, count: null }
  const isNothing = unknown.length > 0 || count === 0
  const said = [
    ...(query === '' ? [] : [detector.describe(resource, query)]),
    ...ignored.map((words) => t('filter:say.ignored', { words })),
  ]
  return {
    id: `command:${id}?list=${resource}&query=${query}`,
    title: t(title, { records: count === null ? t(`${resource}:title`) : t(`${resource}:count`, { count }) }),
    detail: unknown.length > 0 ? detector.unknownIn(resource, unknown) : said.join(' · '),
    note:
      count !== null || unknown.length > 0
        ? undefined
        : t(phase === 'failed' ? 'filter:uncounted' : 'filter:counting'),
    icon,
    inside:
      count === null || count === 0
        ? undefined
        : {
            kind: 'matching',
            matching: { resource, query, where: where(resource, query), count },
            title: [t(`${resource}:count`, { count }), detector.describe(resource, query)].join(' · '),
          },
    isNothing,
    pending: isPending,
    refusal: unknown.length > 0 || isPending || (way === 'select' && isNothing) ? 'NOT_FOUND' : null,
    act: {
      kind: 'invoke',
      invocation: {
        command: id,
        args: { query, list: resource },
        words: [],
        record: null,
        asks: [],
        previews: false,
      },
      recent: `command:${id}`,
      hasDryRun: false,
    },
  }
}
