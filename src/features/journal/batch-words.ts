import type { TFunction } from 'i18next'
import type { ChangeBatch } from '../../../domain/changes.ts'
import { isReversible } from '../../../domain/journal-verbs.ts'
import { actionOf } from '../../resources/change-actions.ts'

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
