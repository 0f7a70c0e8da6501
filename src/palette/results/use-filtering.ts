import { createAtom } from '@xstate/store'
import { useAtom } from '@xstate/store-react'
import type { i18n } from 'i18next'
import { useEffect, useMemo, useState } from 'react'
import type { Where } from '../../../domain/lib/filter.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import { complete } from '../../filter/complete.ts'
import type { Completion } from '../../filter/completion.ts'
import type { FilterDesk } from '../../filter/filter-desk.ts'
import { createHearing, type Hearing } from '../../filter/hear-lists.ts'
import { listWhere } from '../../filter/list-where.ts'
import { type CountMatches, createMatchCounts, type MatchCount } from './match-counts.ts'

/** What the palette filters lists by. */
export type FilterSource = {
  desk: FilterDesk
  count: CountMatches
  /** Those that this person has a screen for. */
  lists: readonly ResourceName[]
}

/** Lists as the palette reads about them: what is meant, how many match, how it can go on. */
export type Filtering = {
  lists: readonly ResourceName[]
  hearing: Hearing
  count: (resource: ResourceName, query: string) => MatchCount
  /** What the server is asked for under a query, at this moment. */
  where: (resource: ResourceName, query: string) => Where
  complete: (resource: ResourceName, text: string) => readonly Completion[]
}

const noChanges = createAtom(0)

const kept = new WeakMap<FilterDesk, { of: readonly unknown[]; hearing: Hearing }>()

/** The same from one opening of the palette to the next: the words of all lists take longer to gather than a key may. */
const keptHearing = (i18n: i18n, desk: FilterDesk, of: readonly unknown[]): Hearing => {
  const known = kept.get(desk)
  if (known?.of.every((one, index) => one === of[index])) return known.hearing
  const hearing = createHearing(i18n, desk)
  kept.set(desk, { of, hearing })
  return hearing
}

/** Null where there are no lists to go to. Made anew when a name, a count or a language arrives. */
export const useFiltering = (
  source: FilterSource | undefined,
  i18n: i18n,
  languages: string,
): Filtering | null => {
  const [counts] = useState(() => source && createMatchCounts(source.count))
  const counted = useAtom(counts?.changes ?? noChanges)
  const named = useAtom(source?.desk.references.version ?? noChanges)
  useEffect(() => () => counts?.stop(), [counts])
  const hearing = useMemo(
    () => source && keptHearing(i18n, source.desk, [i18n.language, languages, named]),
    [source, i18n, i18n.language, languages, named],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew when a count arrives.
  return useMemo(() => {
    if (source === undefined || counts === undefined || hearing === undefined) return null
    return {
      lists: source.lists,
      hearing,
      count: counts.read,
      where: (resource, query) => listWhere(hearing.filtersOf(resource), query, source.desk.country),
      complete: (resource, text) =>
        complete(text, text.length, {
          i18n,
          resource,
          filters: hearing.filtersOf(resource),
          words: hearing.wordsOf(resource),
          references: source.desk.references,
          speak: (said) => hearing.speak(said, resource),
          recents: source.desk.recents.list(resource),
          views: [],
        }),
    }
  }, [source, counts, hearing, i18n, counted])
}
