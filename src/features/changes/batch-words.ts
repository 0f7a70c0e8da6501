import type { TFunction } from 'i18next'
import { auditVerbs } from '../../../domain/changes/audit-verbs.ts'
import { type ChangeVerb, isReversible } from '../../../domain/changes/change-verbs.ts'
import type { ChangeBatch, ChangeReport } from '../../../domain/changes/changes.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { countedReasons } from '../../palette/results/wording.ts'
import { actionOf } from '../../resources/shared/change-actions.ts'
import { shortReason } from '../../ui/error-words.ts'

/** `number`: of the record, if the batch has exactly one; its name where people know it by that. */
type Batch = { verb: ChangeVerb; count: number; number?: number | string | null }

/** Invoices are known by their code and people by their name, not by a number. */
const isNamed = (verb: string): boolean => /^(?:invoice|user)\./.test(verb)

/** Result of a batch: `Order 14998 cancelled`, `2 orders cancelled`. */
export const doneWords = (t: Translate, { verb, count, number }: Batch): string =>
  count === 1 && number != null
    ? t(`actions:${verb}.doneSingle`, { number })
    : t(`actions:${verb}.done`, { count })

/** Title and button before a batch: `Cancel order 14998`, `Cancel 2 orders`. */
export const askWords = (t: Translate, { verb, count, number }: Batch): string =>
  count === 1 && number != null
    ? t(`actions:${verb}.askSingle`, { number, count })
    : t(`actions:${verb}.ask`, { count })

type Resulting = { effect: ChangeVerb; subject: { number: number; name: string } | null }

/** Result of a change: `12 orders cancelled, 2 refused`. `details`: the day, the courier. */
export const resultWords = (
  t: Translate,
  { effect: verb, subject }: Resulting,
  { counts, changed: records }: ChangeReport,
  details = '',
): string => {
  const number = (isNamed(verb) && subject?.name) || records[0]?.number
  const done = doneWords(t, { verb, count: counts.changed, number })
  const changed = details === '' ? done : `${done} · ${details}`
  return counts.refused === 0 ? changed : `${changed}, ${t('changes:did.refused', { count: counts.refused })}`
}

/** What an undo put back: `Undone: 12 orders cancelled`; of confirmations also what became of the parcels. */
export const putBackWords = (t: Translate, verb: ChangeVerb, { counts, changed }: ChangeReport): string => {
  if (counts.changed === 0) return ''
  const count = counts.changed
  return verb === 'order.confirm'
    ? t('changes:undoneConfirmations', { count })
    : t('changes:undoneWhat', { what: doneWords(t, { verb, count, number: changed[0]?.number }) })
}

/** Reasons of refusals with counts; empty if there are none. */
export const refusalWords = (t: Translate, { counts }: ChangeReport, verb: string): string =>
  countedReasons(counts, t, verb).join(' · ')

/** Maximum number of refused records listed; the history lists all. */
const mostNamed = 5

/** `n° 10423 : a changé depuis`, for each record that was refused. */
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
export const batchTitle = ({ verb, resource, records }: ChangeBatch, t: TFunction): string => {
  const action = t(`history:verb.${actionOf(verb)}`)
  return ofNoRecord.includes(verb) ? action : `${action} · ${t(`${resource}:count`, { count: records })}`
}

/** Lines of something that is no record of the resource: our identity on invoices, the rules of earnings and of retention, customers without orders, logins. */
const ofNoRecord: readonly string[] = [
  'invoice.set-issuer',
  'handover.set-earnings',
  'customer.set-retention',
  'user.erase-customer',
  ...auditVerbs,
]

/** `no. 10423 Awa Koné`; the name alone where there is no number. */
export const recordWords = (
  { number, name }: { number: number | null; name: string | null },
  t: TFunction,
): string => (number ? t('history:record', { number, name: name ?? '' }).trim() : (name ?? ''))

/** `no. 10423 Awa Koné, no. 10424 Ibrahim Traoré and 9 others` */
export const recordNames = ({ named, records }: ChangeBatch, t: TFunction): string => {
  const names = named.map((record) => recordWords(record, t))
  const others = records - named.length
  const list = names.join(', ')
  return others > 0 ? t('history:andOthers', { list, count: others }) : list
}
