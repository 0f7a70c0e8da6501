import type { ChangeReport } from '../../../domain/changes.ts'
import type { Translate } from '../../palette/command-item.ts'
import { refusalReasons } from '../../palette/report-words.ts'

/** `12 changed, 2 refused`: what a change did. What it would do is the palette's to say. */
export const resultWords = (t: Translate, { counts }: ChangeReport): string => {
  const changed = t('changes:did.changed', { count: counts.changed })
  return counts.refused === 0 ? changed : `${changed}, ${t('changes:did.refused', { count: counts.refused })}`
}

/** The reasons of the refusals, each with its count. Empty where nothing was refused. */
export const refusalWords = (t: Translate, { counts }: ChangeReport): string =>
  refusalReasons(counts, t)
    .map(({ text, count }) => `${text} (${count})`)
    .join(' · ')
