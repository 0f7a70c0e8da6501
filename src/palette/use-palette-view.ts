import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { ResourceName } from '../../domain/resources.ts'
import type { ArgumentDefinition } from '../commands/argument.ts'
import type { Command } from '../commands/command.ts'
import type { CommandContext } from '../commands/command-context.ts'
import type { Registry } from '../commands/create-registry.ts'
import { countryOf } from './argument-values.ts'
import { createChoiceCache } from './choice-cache.ts'
import { choiceText, type Translate } from './command-item.ts'
import { nextDays, todayIn } from './days.ts'
import type { PaletteView } from './palette-view.ts'
import { loadedLanguages, prepareCommand, textsOf } from './palette-words.ts'
import { prepareChoice } from './prepared-choice.ts'
import type { Recents } from './recents.ts'
import { createRecordSearch, type RecordSearch, type Search } from './record-search.ts'

type Sources = {
  registry: Registry
  /** Read once, when the palette opens: what is in view does not change under it. */
  context: () => CommandContext
  search: Search
  recents: Recents
  scope: ResourceName | null
}

/** What the palette's rows are made of, with everything that arrives while it is open. */
export function usePaletteView({ registry, context: readContext, search, recents, scope }: Sources): {
  view: PaletteView
  recordSearch: RecordSearch
} {
  const { i18n, t: translate } = useTranslation()
  const [context] = useState(readContext)
  const [recordSearch] = useState(() => createRecordSearch(search))
  const [cache] = useState(() => createChoiceCache(context))
  const found = useSyncExternalStore(recordSearch.subscribe, recordSearch.getSnapshot)
  const arrived = useSyncExternalStore(cache.subscribe, cache.getSnapshot)
  const languages = useLoadedLanguages()
  useEffect(
    () => () => {
      recordSearch.forget()
      cache.stop()
    },
    [recordSearch, cache],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts change with the languages that are loaded.
  const prepared = useMemo(
    () => registry.commands.filter(({ hidden }) => !hidden).map((command) => prepareCommand(i18n, command)),
    [registry, i18n, languages],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: choices are read anew when they arrive or are worded anew.
  const view = useMemo((): PaletteView => {
    const t: Translate = (key, values) => translate(key, values ?? {})
    const days = once((today: string) => nextDays(today, i18n.language, loadedLanguages(i18n)))
    return {
      registry,
      context,
      t,
      language: i18n.language,
      recents,
      prepared,
      scope,
      search: found,
      choicePhase: (command, argument) => cache.read(command, argument).phase,
      choices: (command: Command, argument: ArgumentDefinition) =>
        argument.kind === 'date'
          ? days(todayIn(countryOf(command, { context })))
          : cache
              .read(command, argument)
              .choices.map((choice) =>
                prepareChoice(
                  choice,
                  choiceText(choice, t),
                  choice.labelKey === undefined ? [choice.text] : textsOf(i18n, choice.labelKey),
                ),
              ),
    }
  }, [registry, context, translate, recents, prepared, scope, found, arrived, languages])
  return { view, recordSearch }
}

/** Worded once a day, not at every key. */
const once = <Result>(make: (key: string) => Result): ((key: string) => Result) => {
  const made = new Map<string, Result>()
  return (key) => {
    const result = made.get(key) ?? make(key)
    made.set(key, result)
    return result
  }
}

/** Changes when the commands of another language have been loaded. */
function useLoadedLanguages(): string {
  const { i18n } = useTranslation()
  const loaded = () =>
    Object.keys(i18n.store.data)
      .filter((language) => i18n.hasResourceBundle(language, 'commands'))
      .join(' ')
  return useSyncExternalStore((listener) => {
    i18n.store.on('added', listener)
    return () => i18n.store.off('added', listener)
  }, loaded)
}
