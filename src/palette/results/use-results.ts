import { skipToken, useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useMemo, useState } from 'react'
import type { ResourceName } from '../../../domain/resources.ts'
import type { PaletteFrame, PalettePage } from '../../../machines/palette/palette-types.ts'
import { queryKeys } from '../../api/query-client.ts'
import { type CommandContext, withRecord } from '../../commands/command.ts'
import {
  isAwaited,
  type Lookup,
  noLookup,
  type SearchQueries,
  useRecordSearch,
} from '../ranking/record-search.ts'
import { argumentOf, argumentSections } from './argument-page.ts'
import { emptySections, everyCommand, helpSections, scopeSections } from './browse-sections.ts'
import { customerSections, isCustomerLike } from './customer-sections.ts'
import { filterSections } from './filter-sections.ts'
import { type PaletteSection, trimSections } from './palette-item.ts'
import type { PaletteView, StillView } from './palette-view.ts'
import { readInput } from './read-input.ts'
import { lookupOf, noReadings, type Readings, readingsOf } from './readings.ts'
import { matchingSections, recordSections } from './target-sections.ts'
import { foundSections, withWider } from './typed-sections.ts'
import { type RenderedRows, rowsFor, stabilizeOrder } from './use-highlight.ts'

/** `isWhole`: not cut to `MAX_ITEMS`. */
type Page = { sections: readonly PaletteSection[]; isWhole?: true }

/** The lookup of a text; `answers`: whether it may add rows. */
type Asked = { lookup: Lookup | null; answers: boolean; readings: Readings }

/** Fuzzy matches come first only after this long without an answer. */
const FUZZY_FIRST_MS = 250

/** Rows of the current page and their lookup; `isAwaiting` until the server has answered, also with names of a filter. */
export function useResults(
  frame: PaletteFrame,
  still: StillView,
  {
    searchQueries,
    people,
    seen,
  }: { searchQueries: SearchQueries; people: ResourceName | null; seen: RefObject<RenderedRows> },
): {
  sections: readonly PaletteSection[]
  /** Changes with text, page or scope. */
  question: unknown
  lookup: Lookup | null
  isAwaiting: boolean
  record: RecordInHand
  /** The view with the answer that the rows use. */
  view: PaletteView
} {
  const { page, query, scope, highlighted: byHand } = frame
  const record = useRecordContext(page, still.context)
  // Not the frame: moving the highlight changes no row.
  const question = useMemo(() => ({ page, query, scope }), [page, query, scope])
  const asked = useMemo(() => askedOf(question, still, people), [question, still, people])
  const { lookup, answers } = asked
  const search = useRecordSearch(searchQueries, lookup)
  const view = useMemo((): PaletteView => ({ ...still, search }), [still, search])
  const { sections, isWhole } = useMemo(
    () => pageOf(question, asked, view, record.context),
    [question, asked, view, record.context],
  )

  const isSearching = lookup !== null && isAwaited(view.search, lookup.query)
  const isNaming = useMemo(
    () => sections.some(({ items }) => items.some(({ pending }) => pending)),
    [sections],
  )
  const isImpatient = useIsSettled(frame.query)
  const isPatient = isSearching && !isImpatient
  const shown = useMemo(() => {
    if (!answers) return trimSections(sections, isWhole ? Number.POSITIVE_INFINITY : undefined)
    const all = sections.flatMap(({ items }) => items)
    const sure = all.findIndex(({ near }) => !near)
    const items = isPatient ? all.slice(sure < 0 ? all.length : sure) : all
    const rows = rowsFor(seen.current, question)
    // A highlight moved since the last render is not among the rendered rows yet.
    const highlighted = byHand ?? rows?.highlighted?.id ?? null
    const isReleased = byHand === null && all.some(({ id, isNothing }) => isNothing && id === highlighted)
    const held = rows
      ? stabilizeOrder(items, rows.ids, isReleased ? null : highlighted, byHand !== null)
      : items
    return trimSections([{ id: 'found', heading: null, items: held }])
  }, [sections, answers, isWhole, isPatient, question, seen, byHand])
  return { sections: shown, question, lookup, isAwaiting: isSearching || isNaming, record, view }
}

type Question = Pick<PaletteFrame, 'page' | 'query' | 'scope'>

/** The lookup depends on the text, not on rows. */
function askedOf({ page, query }: Question, still: StillView, people: ResourceName | null): Asked {
  if (page.kind === 'argument') {
    const command = still.registry.get(page.invocation.command)
    const argument = command ? argumentOf(command, page.name) : null
    if (argument?.kind !== 'record') return nothingAsked
    return {
      lookup: { query: query.trim(), resource: argument.resource },
      answers: true,
      readings: noReadings,
    }
  }
  if (page.kind !== 'root') return nothingAsked
  const input = readInput(query)
  const isEmpty = input.text === '' && (input.mode === 'commands' || input.mode === 'all')
  if (isEmpty || input.mode === 'filter') return { ...nothingAsked, lookup: noLookup }
  if (input.mode === 'help' || input.mode === 'calculate') return nothingAsked
  // A phone is never read as a command in another layout.
  const readings = isCustomerLike(input.text) ? noReadings : readingsOf(input, still)
  return { lookup: lookupOf(input, readings, still, people), answers: true, readings }
}

const nothingAsked: Asked = { lookup: null, answers: false, readings: noReadings }

function pageOf(
  { page, query }: Question,
  { lookup, readings }: Asked,
  view: PaletteView,
  inHand: CommandContext | null,
): Page {
  if (page.kind === 'argument') {
    const command = view.registry.get(page.invocation.command)
    if (command === undefined || argumentOf(command, page.name) === null) return { sections: [] }
    return { sections: argumentSections(command, page.name, query, view, page.invocation.record !== null) }
  }
  if (page.kind === 'record') return { sections: recordSections(page, inHand, query, view) }
  if (page.kind === 'matching') {
    return { sections: matchingSections(page.matching, page.title, query, view) }
  }
  if (page.kind === 'customer') return { sections: customerSections(page, query, view) }
  const input = readInput(query)
  if (input.mode === 'help') return { sections: helpSections(input.text, view) }
  if (input.text === '' && input.mode === 'all') {
    const { scope } = view
    return { sections: scope === null ? emptySections(view) : scopeSections(scope, view), isWhole: true }
  }
  if (input.text === '' && input.mode === 'commands') return { sections: everyCommand(view), isWhole: true }
  if (input.mode === 'filter') return { sections: filterSections(query.trimStart().slice(1), view) }
  const found = foundSections(input, readings, view)
  const isAnswered = lookup === null || !isAwaited(view.search, lookup.query)
  return { sections: isAnswered ? withWider(found, query, view) : found }
}

/** Whether the text has been stable for `FUZZY_FIRST_MS`. */
function useIsSettled(text: string): boolean {
  const [settled, setSettled] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), FUZZY_FIRST_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled === text
}

/** The context with the page's record as target; null while loading or if it failed. */
export type RecordInHand = { context: CommandContext | null; isFailed: boolean }

/** The record is read anew whenever its page opens: permissions depend on its present state. */
function useRecordContext(page: PalettePage, context: CommandContext): RecordInHand {
  const record = page.kind === 'record' ? page.record : null
  const { data, isError: isFailed } = useQuery({
    queryKey: queryKeys.recordInHand(record),
    queryFn: record
      ? ({ signal }) => context.ports.api.one(record.resource, record.id, { signal })
      : skipToken,
    staleTime: 0,
  })
  return useMemo(
    () => ({ context: record && data ? withRecord(context, record.resource, data) : null, isFailed }),
    [record, data, context, isFailed],
  )
}
