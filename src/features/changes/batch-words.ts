import type { TFunction } from 'i18next'
import type { ChangeVerb } from '../../../domain/changes/change-verbs.ts'
import type { ChangeBatch, ChangeReport } from '../../../domain/changes/changes.ts'
import { isReversible } from '../../../domain/changes/journal-verbs.ts'
import type { ChangeRequest, Question } from '../../commands/command-ports.ts'
import type { Translate } from '../../palette/results/command-item.ts'
import { countedReasons, shortReason } from '../../palette/results/wording.ts'
import { actionOf } from '../../resources/shared/change-actions.ts'

/** `number` is the record's where the batch is of exactly one. */
type Batch = { verb: ChangeVerb; count: number; number?: number | null }

/** What a batch did: `Order 14998 cancelled`, `2 orders cancelled`. */
export const doneWords = (t: Translate, { verb, count, number }: Batch): string =>
  count === 1 && number != null
    ? t(`actions:${verb}.doneSingle`, { number })
    : t(`actions:${verb}.done`, { count })

/** What a batch would do, as a title and a button: `Cancel order 14998`, `Cancel 2 orders`. */
export const askWords = (t: Translate, { verb, count, number }: Batch): string =>
  t(...askKey({ verb, count, number }))

const askKey = ({ verb, count, number }: Batch): [key: string, values: Record<string, number>] =>
  count === 1 && number != null
    ? [`actions:${verb}.askSingle`, { number, count }]
    : [`actions:${verb}.ask`, { count }]

/** The confirmation of a change that is queued until the network is back: no dry run can be asked for. */
export const changeQuestion = ({ effect, count, subject }: ChangeRequest): Question => {
  const [key, values] = askKey({ verb: effect, count, number: subject?.number })
  return {
    titleKey: key,
    yesKey: key,
    noKey: 'changes:keep',
    values,
    lines: subject === null ? undefined : [subject.name],
    danger: true,
  }
}

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

export const isUndoable = ({ verb, records, undone }: ChangeBatch): boolean =>
  isReversible(verb) && undone < records

/** `Cancelled · 1 order` */
export const batchTitle = ({ verb, resource, records }: ChangeBatch, t: TFunction): string =>
  `${t(`journal:verb.${actionOf(verb)}`)} · ${t(`${resource}:count`, { count: records })}`

/** `no. 10423 Awa Koné, no. 10424 Ibrahim Traoré and 9 others` */
export const recordNames = ({ named, records }: ChangeBatch, t: TFunction): string => {
  const names = named.map(({ number, name }) => t('journal:record', { number, name: name ?? '' }).trim())
  const others = records - named.length
  const list = names.join(', ')
  return others > 0 ? t('journal:andOthers', { list, count: others }) : list
}
