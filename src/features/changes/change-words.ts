import type { ChangeVerb } from '../../../domain/change-verbs.ts'
import type { ChangeReport } from '../../../domain/changes.ts'
import type { Translate } from '../../palette/results/command-item.ts'
import { countedReasons, shortReason } from '../../palette/results/wording.ts'
import { doneWords } from './batch-words.ts'

/** `12 orders cancelled, 2 refused`: what a change did. */
export const resultWords = (
  t: Translate,
  verb: ChangeVerb,
  { counts, changed: records }: ChangeReport,
): string => {
  const changed = doneWords(t, { verb, count: counts.changed, number: records[0]?.number })
  return counts.refused === 0 ? changed : `${changed}, ${t('changes:did.refused', { count: counts.refused })}`
}

/** The reasons of the refusals, each with its count. Empty where nothing was refused. */
export const refusalWords = (t: Translate, { counts }: ChangeReport): string =>
  countedReasons(counts, t).join(' · ')

/** Of so many refused records each is named with its reason; the journal names the others. */
const mostNamed = 5

/** `n° 10423 : a changé depuis`, for each that stayed as it is. */
export const refusedRecords = (
  { refused, counts }: Pick<ChangeReport, 'refused' | 'counts'>,
  t: Translate,
): string => {
  const named = refused
    .slice(0, mostNamed)
    .map(({ number, code }) => t('changes:stayed', { number, reason: shortReason(code, t) }))
  const others = counts.refused - named.length
  return [...named, ...(others > 0 ? [t('changes:others', { count: others })] : [])].join(' · ')
}
