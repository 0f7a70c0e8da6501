import { actorScope } from '../../../domain/access/actor.ts'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import { resources } from '../../../domain/resources.ts'
import {
  type Invocation,
  type PaletteFrame,
  recordArgument,
} from '../../../machines/palette/palette-types.ts'
import { labelOfCommand } from '../../commands/run-command.ts'
import type { Translate } from '../../i18n/i18n.ts'
import { shortReason } from '../../ui/error-words.ts'
import { formatLabel } from './command-item.ts'
import type { PaletteView, StillView } from './palette-view.ts'

/** Breadcrumb of a page: the record; for the last page, the command with arguments. */
export const crumbsOf = ({ page }: PaletteFrame, isLast: boolean, view: StillView): string[] => {
  const { t, registry } = view
  if (page.kind === 'record' || page.kind === 'customer' || page.kind === 'matching') return [page.title]
  if (page.kind !== 'argument' || !isLast) return []
  const { command: id, words } = page.invocation
  return [labelOfCommand(id, registry.get, t), ...countOf(page.invocation, view), ...words]
}

/** Number of target records; nothing for one or unknown. */
const countOf = ({ matching, records = [] }: Invocation, { t, filtering }: StillView): string[] => {
  const [first] = records
  const resource = matching?.resource ?? first?.resource
  const count = matching ? filtering?.count(matching.resource, matching.query).count : records.length
  return resource === undefined || !count || (!matching && count === 1)
    ? []
    : [t(`${resource}:count`, { count })]
}

/** Placeholder of the field. */
export const questionOf = ({ page, scope }: PaletteFrame, { t, registry, isPhone }: StillView): string => {
  if (page.kind === 'record' || page.kind === 'matching') return t('palette:actions', { title: page.title })
  if (page.kind === 'customer') return t('customers:placeholder', { name: page.title })
  if (page.kind === 'root') {
    if (scope !== null) return t('palette:scoped', { scope: t(`${scope}:title`) })
    return t(isPhone ? 'palette:placeholderShort' : 'palette:placeholder')
  }
  const { command: id } = page.invocation
  if (page.name !== recordArgument) return t(`commands:${id}.args.${page.name}`)
  const { resource } = registry.get(id) ?? {}
  const hasPhone = resource !== undefined && 'phone' in resources[resource].search
  return t(hasPhone ? 'palette:whichRecord' : 'palette:whichThing', { one: t(`${resource}:one`) })
}

/** Of a phone without a customer. Who reads parcels alone cannot say that nobody ordered. */
export const unknownCustomer = ({ t, context: { actor } }: Pick<PaletteView, 't' | 'context'>): string =>
  t(
    actor !== null && actorScope(actor, 'order.view') !== null
      ? 'customers:unknown'
      : 'customers:unknownParcels',
  )

/** Accessible name of the field; on an argument page command and question, which are not announced otherwise. */
export const fieldName = (frame: PaletteFrame, view: StillView): string => {
  if (frame.page.kind === 'root' && frame.scope === null) return view.t('palette:title')
  const crumbs = frame.page.kind === 'argument' ? crumbsOf(frame, true, view) : []
  return formatLabel([...crumbs, questionOf(frame, view)], view.t)
}

/** A dry run in one line: `40 changeraient, 2 refusées : stock insuffisant (2)`. */
export function reportWords(report: ChangeReport, t: Translate): string {
  const change = changeWords(report, t, report)
  const reasons = countedReasons(report.counts, t)
  return reasons.length === 0 ? change : t('palette:preview.because', { change, reasons: reasons.join(', ') })
}

/** The same without reasons. `warned`: what to know beforehand, if it is said here. */
export const changeWords = (
  { counts }: ChangeReport,
  t: Translate,
  { early = 0, twins = 0 }: Pick<ChangeReport, 'early' | 'twins'> = {},
): string =>
  counts.changed + counts.refused === 0
    ? t('palette:preview.noneMatch')
    : [
        t('palette:preview.changed', { count: counts.changed }),
        ...(early > 0 ? [t('palette:preview.early', { count: early })] : []),
        ...(twins > 0 ? [t('palette:preview.twins', { count: twins })] : []),
        ...(counts.refused > 0 ? [t('palette:preview.refused', { count: counts.refused })] : []),
      ].join(', ')

/** Reasons of refusals, most frequent first. */
export const refusalReasons = (
  { refusedBy }: ChangeReport['counts'],
  t: Translate,
  verb?: string,
): { code: string; text: string; count: number }[] =>
  Object.entries(refusedBy)
    .toSorted(([, a], [, b]) => b - a)
    .map(([code, count]) => ({ code, text: shortReason(code, t, verb), count }))

/** The same in words, with counts. */
export const countedReasons = (counts: ChangeReport['counts'], t: Translate, verb?: string): string[] =>
  refusalReasons(counts, t, verb).map(({ text, count }) =>
    t('palette:preview.reason', { text, total: count }),
  )

export const failureWords = (code: string, t: Translate): string =>
  t(code === 'OFFLINE' ? 'palette:preview.offline' : 'palette:preview.failed')
