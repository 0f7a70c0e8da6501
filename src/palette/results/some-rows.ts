import type { Analysis } from '../../filter/sentence/analyse-text.ts'
import { scoreOf, weights } from '../ranking/score.ts'
import { type Asked, askedIn, type Candidate, type Claims } from './asked-text.ts'
import { commandCandidates, dayCandidates } from './command-candidates.ts'
import { listCandidates } from './list-candidates.ts'
import type { PaletteItem, RankedItem } from './palette-item.ts'
import type { PaletteView } from './palette-view.ts'
import type { PaletteInput } from './read-input.ts'
import { recordCandidates } from './record-candidates.ts'
import { helpCandidates, periodCandidates, valueCandidates } from './value-candidates.ts'

const MAX_ROWS = 12

/** Rows for what some of the words mean, scored by what they explain and what they leave over. */
export function someRows({ mode, text, typed = text }: PaletteInput, view: PaletteView): RankedItem[] {
  const asked = mode === 'all' ? askedIn(text, view) : null
  if (asked === null) return []
  return [
    ...recordCandidates(asked, view),
    ...commandCandidates(asked, view),
    ...dayCandidates(asked, view),
    ...valueCandidates(asked, view),
    ...periodCandidates(asked, view),
    ...helpCandidates(asked, view),
    ...listCandidates(asked, view),
  ]
    .filter(({ item }) => !item.isNothing)
    .flatMap((candidate) => rowOf(candidate, asked, typed, view))
    .toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0))
    .filter(({ score = 0 }, _, [best]) => (best?.score ?? 0) < CLEAR || score > BESIDE_CLEAR)
    .slice(0, MAX_ROWS)
}

/** Beside a row that explains nearly all, weak ones only distract. */
const CLEAR = 84

const BESIDE_CLEAR = 45

function rowOf(
  { item, claims, bonus = 0 }: Candidate,
  asked: Asked,
  typed: string,
  view: PaletteView,
): RankedItem[] {
  const { weightOf, all, analysis } = asked
  const explained = [...claims].reduce((sum, [place, sure]) => sum + sure * weightOf(place), 0)
  const whole = scoreOf(explained, all) + bonus - (item.refusal ? REFUSED : 0)
  // More is left over than explained: better than no answer.
  const score =
    whole > 0 || item.refusal ? whole : explained > all * FEW ? (weights.poor * explained) / all : 0
  if (score <= 0) return []
  const left = leftOver(analysis, claims, weightOf, typed)
  const detail =
    left === ''
      ? item.detail
      : [item.detail, view.t('filter:say.ignored', { words: left })].filter(Boolean).join(' · ')
  return [
    {
      item: { ...item, ...described(item, detail), byWords: true, part: left !== '' },
      tier: score < weights.tier.fuzzy ? 'fuzzy' : 'words',
      kind: 'said',
      score,
    },
  ]
}

/** Rows of records compute their texts when they are shown. */
const described = (item: PaletteItem, detail: string | undefined): Partial<PaletteItem> => ({
  detail,
  note: item.note,
})

const REFUSED = 40

/** Rows that explain less of the text are none. */
const FEW = 0.24

/** The words without effect, as written: those of a repaired text by their place in the typed one, where it has as many words. */
const leftOver = (
  { tokens, text }: Analysis,
  claims: Claims,
  weightOf: (place: number) => number,
  typed: string,
): string => {
  const written = wordsOf(typed)
  const isSame = typed === text || written.length !== wordsOf(text).length
  return tokens
    .flatMap(({ start, end }, place) => {
      if (claims.has(place) || weightOf(place) <= 0) return []
      const word = text.slice(start, end)
      return isSame ? word : (written[wordsOf(text.slice(0, start)).length] ?? word)
    })
    .join(' ')
}

const wordsOf = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '')
