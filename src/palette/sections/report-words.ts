import type { ChangeReport } from '../../../domain/changes.ts'
import type { Translate } from './command-item.ts'

/** `40 changeraient, 2 refusées : stock insuffisant (2)`: a dry run in one line. */
export function reportWords(report: ChangeReport, t: Translate): string {
  const change = changeWords(report, t)
  const reasons = countedReasons(report.counts, t)
  return reasons.length === 0 ? change : t('palette:preview.because', { change, reasons: reasons.join(', ') })
}

/** The same without the reasons. */
export const changeWords = ({ counts }: ChangeReport, t: Translate): string =>
  [
    t('palette:preview.changed', { count: counts.changed }),
    ...(counts.refused > 0 ? [t('palette:preview.refused', { count: counts.refused })] : []),
  ].join(', ')

/** The reasons of the refusals, most frequent first. */
export const refusalReasons = (
  { refusedBy }: ChangeReport['counts'],
  t: Translate,
): { code: string; text: string; count: number }[] =>
  Object.entries(refusedBy)
    .toSorted(([, a], [, b]) => b - a)
    .map(([code, count]) => ({ code, text: shortReason(code, t), count }))

/** The same in words, each with its count. */
export const countedReasons = (counts: ChangeReport['counts'], t: Translate): string[] =>
  refusalReasons(counts, t).map(({ text, count }) => t('palette:preview.reason', { text, total: count }))

/** A refusal in a few words; where it has none of its own, the first sentence of what is said elsewhere. */
export const shortReason = (code: string, t: Translate): string =>
  t(`palette:reason.${code}`, {
    defaultValue: t(`errors:${code}`)
      .split(/(?<=[.!?])\s/)[0]!
      .replace(/\.$/, ''),
  })

/** Why there is no dry run. */
export const failureWords = (code: string, t: Translate): string =>
  t(code === 'OFFLINE' ? 'palette:preview.offline' : 'palette:preview.failed')
