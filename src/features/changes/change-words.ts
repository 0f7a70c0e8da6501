import type { TFunction } from 'i18next'
import type { ChangeReport } from '../../../domain/changes.ts'
import { refusalsOf } from './change-host.ts'

/** `12 changed, 2 refused: out of stock (2)`: what a change did, or would do. */
export const reportWords = (t: TFunction, { counts }: ChangeReport, tense: 'would' | 'did'): string => {
  const changed = t(`changes:${tense}.changed`, { count: counts.changed })
  return counts.refused === 0
    ? changed
    : `${changed}, ${t(`changes:${tense}.refused`, { count: counts.refused })}`
}

/** The reasons of the refusals, each with its count. Empty where nothing was refused. */
export const refusalWords = (t: TFunction, report: ChangeReport): string =>
  refusalsOf(report)
    .map(([code, count]) => `${t(`errors:${code}`)} (${count})`)
    .join(' · ')
