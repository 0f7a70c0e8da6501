import type { i18n } from 'i18next'
import type { Filters } from '../../domain/lib/filter.ts'
import type { IconName } from '../ui/icons/icon-set.ts'
import type { References } from './references.ts'
import type { SentenceQuery } from './sentence-to-query.ts'
import type { FilterWords } from './vocabulary.ts'

/** A completion: `text` replaces the range `start` to `end`. */
export type Completion = {
  id: string
  text: string
  start: number
  end: number
  label: string
  hint: string
  kind: 'name' | 'value' | 'sentence' | 'recent' | 'view' | 'correction'
}

/** Icons by kind, also in the palette. */
export const completionIcons = {
  name: 'filter',
  value: 'tag',
  sentence: 'zap',
  recent: 'history',
  view: 'bookmark',
  correction: 'pencil',
} as const satisfies Record<Completion['kind'], IconName>

export type CompletionSource = {
  i18n: i18n
  resource: string
  filters: Filters
  words: FilterWords
  references: References | null
  /** Reads the text as a sentence. */
  speak: (text: string) => SentenceQuery | null
  /** Canonical queries. */
  recents: readonly string[]
  views: readonly { label: string; query: string }[]
}
