import type { HeardList } from '../../filter/hear-lists.ts'
import type { PaletteView } from '../palette-view.ts'
import type { PaletteItem } from '../sections/palette-item.ts'
import type { Filtering } from './use-filtering.ts'

/** What was typed read as a sentence about a list: all of it selected, or shown. With its count before Enter. */
export function sentenceRows(
  text: string,
  view: PaletteView,
): { items: readonly PaletteItem[]; isFirm: boolean } {
  const { filtering, context, scope } = view
  if (!filtering || text.length < shortest) return { items: [], isFirm: false }
  const all = scope === null ? filtering.lists : [scope]
  const inView = scope ?? (context.ports.list?.ask ? context.resource : null)
  const heard = filtering.hearing.hear(text, { all, inView })
  return {
    items: heard.flatMap((one) => [
      askRow('select', one, view, filtering),
      askRow('filter', one, view, filtering),
    ]),
    // A single value is as often the name of something that can be done.
    isFirm: heard.some(({ isSure, isBare }) => isSure && !isBare),
  }
}

const shortest = 4

const commands = {
  select: { id: 'list.select-by-sentence', icon: 'list-checks', title: 'filter:select' },
  filter: { id: 'list.filter-by-sentence', icon: 'filter', title: 'filter:show' },
} as const

/** One row: what would be selected or shown, how many they are, and what could not be found. */
export function askRow(
  way: keyof typeof commands,
  { resource, query, isPending, unknown }: Pick<HeardList, 'resource' | 'query' | 'isPending' | 'unknown'>,
  { t }: PaletteView,
  { hearing, count: countOf, where }: Filtering,
): PaletteItem {
  const { id, icon, title } = commands[way]
  const isKnown = !isPending && unknown.length === 0
  const { phase, count } = isKnown ? countOf(resource, query) : { phase: 'loading' as const, count: null }
  const isNothing = unknown.length > 0 || (way === 'select' && count === 0)
  return {
    id: `command:${id}?list=${resource}&query=${query}`,
    title: t(title, { records: count === null ? t(`${resource}:title`) : t(`${resource}:count`, { count }) }),
    detail: unknown.length > 0 ? hearing.unknownIn(resource, unknown) : hearing.describe(resource, query),
    note:
      count !== null || isNothing
        ? undefined
        : t(phase === 'failed' ? 'filter:uncounted' : 'filter:counting'),
    icon,
    inside:
      count === null || count === 0
        ? undefined
        : {
            kind: 'matching',
            matching: { resource, query, where: where(resource, query), count },
            title: [t(`${resource}:count`, { count }), hearing.describe(resource, query)].join(' · '),
          },
    refusal: isNothing || isPending ? 'NOT_FOUND' : null,
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
      foretells: false,
    },
  }
}
