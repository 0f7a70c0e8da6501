import { useTranslation } from 'react-i18next'
import { localeOf } from '../../../domain/languages.ts'
import type { Handled, TriageContext } from '../../../machines/triage/triage-types.ts'
import { useDoneToday } from './use-done-today.ts'

/** How far one is: this sitting, today, what is left, and how fast it goes. */
export const SittingFigures = ({ context }: { context: TriageContext }) => {
  const { t, i18n } = useTranslation('triage')
  const { handled, hand, left } = context
  const decided = handled.filter(({ decision, state }) => decision !== null && state !== 'undoing')
  const before = useDoneToday()
  const number = new Intl.NumberFormat(localeOf(i18n.language))
  const pace = paceOf(decided)
  const figures = [
    { name: t('figures.sitting'), value: number.format(decided.length) },
    { name: t('figures.today'), value: before === null ? '–' : number.format(before + decided.length) },
    { name: t('figures.left'), value: number.format(left + hand.length) },
    { name: t('figures.pace'), value: pace === null ? '–' : number.format(pace) },
  ]
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-lg border border-line bg-line">
      {figures.map(({ name, value }) => (
        <div key={name} className="flex flex-col-reverse bg-surface px-4 py-2.5">
          <dt className="text-xs text-ink-muted">{name}</dt>
          <dd className="figures text-xl font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const hour = 3_600_000
/** A pause is no part of the pace. */
const longestCall = 10 * 60_000

/** Orders an hour, from the times between the last outcomes; null before there are enough of them. */
const paceOf = (decided: readonly Handled[]): number | null => {
  const spans = decided
    .slice(0, 20)
    .flatMap(({ at }, index, all) => (all[index + 1] ? [at - all[index + 1]!.at] : []))
    .filter((span) => span < longestCall)
  if (spans.length < 3) return null
  const whole = spans.reduce((sum, span) => sum + span, 0)
  return whole === 0 ? null : Math.min(999, Math.round((spans.length * hour) / whole))
}
