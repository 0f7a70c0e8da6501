import { useAtom } from '@xstate/store-react'
import type { i18n } from 'i18next'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Filters } from '../../domain/lib/filter.ts'
import { queryTerms } from '../../domain/lib/query.ts'
import { useLoadedLanguages } from '../i18n/loaded-languages.ts'
import type { References } from './references.ts'
import { type FilterWords, filterWords } from './vocabulary.ts'

/** The words of a list's filters, made anew when another language or a name arrives. */
export const useFilterWords = (
  resource: string,
  filters: Filters,
  references: References,
): { i18n: i18n; words: FilterWords } => {
  const { i18n } = useTranslation([resource, 'filter'])
  const languages = useLoadedLanguages(i18n, 'filter')
  const names = useAtom(references.version)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words change with languages and names, not with the instances.
  const words = useMemo(
    () => filterWords(i18n, resource, filters, references.known),
    [i18n.language, languages, names, resource, filters, references],
  )
  return { i18n, words }
}

/** Asks for the names behind the ids in a canonical query. */
export const learnNames = (query: string, filters: Filters, references: References): void => {
  for (const { name, value } of queryTerms(query)) {
    if (name === null || filters[name]?.kind !== 'reference') continue
    references.learn(
      name,
      value.split(',').filter((id) => isId.test(id)),
    )
  }
}

const isId = /^[0-9a-f]{8}-[0-9a-f-]{27}$/
