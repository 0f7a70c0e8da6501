import { useQueryClient } from '@tanstack/react-query'
import { useAtom } from '@xstate/store-react'
import type { i18n } from 'i18next'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { todayIn } from '../../domain/lib/zone-clock.ts'
import type { ResourceName } from '../../domain/resources.ts'
import { endPaletteReads } from '../api/query-client.ts'
import type { ArgumentChoice, ArgumentDefinition, Command, CommandContext } from '../commands/command.ts'
import type { Registry } from '../commands/create-registry.ts'
import type { Translate } from '../i18n/i18n.ts'
import { useLoadedLanguages } from '../i18n/loaded-languages.ts'
import { useKeyboard } from '../keyboard/use-keyboard.tsx'
import { isPhoneWidth } from '../stores/browser.ts'
import { loadedLanguages, prepareChoiceIn, preparedCommands, textsOf } from './ranking/palette-words.ts'
import { createChoiceCache, createCustomerCache, createNumberCache } from './ranking/query-caches.ts'
import type { Recents } from './ranking/recents.ts'
import type { RecordIndex } from './ranking/record-index.ts'
import { createSearchQueries, type RecordSearch, type SearchQueries } from './ranking/record-search.ts'
import type { PreparedChoice } from './ranking/text-analysis.ts'
import { vocabularyOf } from './ranking/vocabulary.ts'
import { countryOfTarget } from './results/argument-page.ts'
import { prepareHelp } from './results/browse-sections.ts'
import { choiceText } from './results/command-item.ts'
import { nextDays } from './results/days.ts'
import type { PaletteView, StillView } from './results/palette-view.ts'
import type { ScopeWords } from './results/read-input.ts'
import { type FilterSource, useFiltering } from './results/use-filtering.ts'

type Sources = {
  registry: Registry
  /** Read once on opening: the screen does not change below. */
  context: () => CommandContext
  search: RecordSearch
  records: RecordIndex
  recents: Recents
  scope: ResourceName | null
  scopes: readonly ResourceName[]
  filters?: FilterSource
}

/** Everything that rows are built from, including what arrives while open. */
export function usePaletteView(sources: Sources): {
  still: StillView
  searchQueries: SearchQueries
  scopeWords: readonly ScopeWords[]
} {
  const { registry, context: readContext, search, records, recents, scope, scopes, filters } = sources
  const { i18n, t: translate } = useTranslation()
  const keyboard = useKeyboard()
  const queries = useQueryClient()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens.
  const { context, flags, searchQueries, cache, customerCache, numberCache } = useMemo(() => {
    const context = readContext()
    return {
      context,
      flags: keyboard.context.flags(),
      searchQueries: createSearchQueries(search, context.country),
      cache: createChoiceCache(queries, context),
      customerCache: createCustomerCache(queries, context),
      numberCache: createNumberCache(queries, context.country, search),
    }
  }, [])
  const arrived = useAtom(cache.answers)
  const known = useAtom(customerCache.answers)
  const numbered = useAtom(numberCache.answers)
  // The language may change while the palette is open, as when it is still loading.
  const languages = `${i18n.language} ${useLoadedLanguages(i18n, 'keywords')}`
  useEffect(() => {
    const stops = [cache.observe(), customerCache.observe(), numberCache.observe()]
    return () => {
      for (const stop of stops) stop()
      cache.stop()
      endPaletteReads(queries)
    }
  }, [queries, cache, customerCache, numberCache])
  const prepared = useMemo(
    () => preparedCommands(i18n, registry.commands, languages),
    [registry, i18n, languages],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words change with the languages that are loaded.
  const help = useMemo(() => {
    let made: PaletteView['prepared'] | null = null
    return () => {
      made ??= prepareHelp(i18n, registry)
      return made
    }
  }, [registry, i18n, languages])
  // biome-ignore lint/correctness/useExhaustiveDependencies: choices are prepared anew when they arrive or are worded anew.
  const choices = useMemo(() => {
    const days = once((today: string) => nextDays(today, i18n.language, loadedLanguages(i18n)))
    const made = new Map<string, readonly PreparedChoice[]>()
    return (command: Command, argument: ArgumentDefinition): readonly PreparedChoice[] => {
      if (argument.kind === 'date') return days(todayIn(countryOfTarget(command, { context })))
      const key = `${command.id} ${argument.name}`
      const known = made.get(key) ?? prepareChoices(cache.read(command, argument).choices, i18n)
      made.set(key, known)
      return known
    }
  }, [context, cache, i18n, arrived, languages])
  // biome-ignore lint/correctness/useExhaustiveDependencies: customers are read anew when one arrives.
  const customers = useMemo((): PaletteView['customers'] => ({ ...customerCache }), [customerCache, known])
  // biome-ignore lint/correctness/useExhaustiveDependencies: numbers are read anew when one arrives.
  const numbers = useMemo((): PaletteView['numbers'] => ({ ...numberCache }), [numberCache, numbered])
  const isPhone = useAtom(isPhoneWidth)
  const filtering = useFiltering(filters, i18n, languages)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another function where another language is read.
  const t = useMemo(() => saying(i18n), [i18n, i18n.language, translate])
  useEffect(() => whenIdle(() => void vocabularyOf(prepared)), [prepared])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words change with the languages that are loaded.
  const scopeWords = useMemo(
    () =>
      scopes.map((resource) => ({
        resource,
        words: ['title', 'one'].flatMap((key) => textsOf(i18n, `${resource}:${key}`)),
      })),
    [scopes, i18n, languages],
  )
  const still = useMemo((): StillView => {
    const choicePhase: PaletteView['choicePhase'] = (command, argument) => cache.read(command, argument).phase
    const { language } = i18n
    return {
      registry,
      context,
      flags,
      t,
      language,
      recents,
      prepared,
      help,
      scope,
      records,
      customers,
      numbers,
      choices,
      choicePhase,
      filtering,
      isPhone,
    }
  }, [
    registry,
    context,
    flags,
    t,
    i18n,
    recents,
    prepared,
    help,
    scope,
    records,
    cache,
    customers,
    numbers,
    choices,
    filtering,
    isPhone,
  ])
  return { still, searchQueries, scopeWords }
}

const prepareChoices = (choices: readonly ArgumentChoice[], i18n: i18n): readonly PreparedChoice[] =>
  choices.map((choice) =>
    prepareChoiceIn(
      i18n,
      choice,
      choiceText(choice, (key, values) => i18n.t(key, values ?? {})),
    ),
  )

const said = new WeakMap<i18n['store'], Map<string, string>>()

/** Caches translations without parameters until languages change. */
const saying = (i18n: i18n): Translate => {
  const { store, language } = i18n
  const texts = said.get(store) ?? new Map<string, string>()
  if (!said.has(store)) store.on('added', () => texts.clear())
  said.set(store, texts)
  return (key, values) => {
    if (values !== undefined) return i18n.t(key, values)
    const place = `${language} ${key}`
    const text = texts.get(place) ?? i18n.t(key)
    texts.set(place, text)
    return text
  }
}

/** Prepares the word index before the first keystroke. */
const whenIdle = (task: () => void): (() => void) => {
  if (typeof requestIdleCallback !== 'function') return () => undefined
  const asked = requestIdleCallback(task)
  return () => cancelIdleCallback(asked)
}

/** Cached for a day. */
const once = <Result>(make: (key: string) => Result): ((key: string) => Result) => {
  const made = new Map<string, Result>()
  return (key) => {
    const result = made.get(key) ?? make(key)
    made.set(key, result)
    return result
  }
}
