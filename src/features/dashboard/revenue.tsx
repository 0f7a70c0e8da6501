import { useTranslation } from 'react-i18next'
import type { FigureName } from '../../../domain/analytics/figures.ts'
import { PartMark, StackedBar } from '../../charts/bars.tsx'
import type { ChartTone } from '../../charts/chart-tone.ts'
import { useBoard } from './board.ts'
import { FigureLink } from './figure-link.tsx'
import { FigureNameText } from './figure-name-text.tsx'
import { FigureValue } from './figure-value.tsx'
import { Panel } from './panel.tsx'

const parts = [
  { name: 'collected', tone: 'success' },
  { name: 'revenueInTransit', tone: 'info' },
  { name: 'revenuePending', tone: 'warning' },
  { name: 'revenueLost', tone: 'danger' },
] as const satisfies readonly { name: FigureName; tone: ChartTone }[]

const after = ['fees', 'net', 'cashOutstanding'] as const satisfies readonly FigureName[]

/** Where the money of the confirmed orders is, and what is left of what came in. */
export const Revenue = ({ className }: { className?: string }) => {
  const { t } = useTranslation('dashboard')
  const { figure, figureLink, words } = useBoard()
  const values = parts.map(({ name, tone }) => ({
    id: name,
    tone,
    value: figure(name).value ?? 0,
    to: figureLink(figure(name)),
  }))
  const whole = values.reduce((sum, { value }) => sum + value, 0)
  return (
    <Panel title={t('sections.revenue')} aside={words.money(whole)} className={className}>
      <StackedBar parts={values} />
      <ul className="-mx-2 flex flex-col">
        {values.map(({ id, tone, value }) => (
          <Line key={id} name={id} tone={tone} share={whole === 0 ? 0 : value / whole} />
        ))}
      </ul>
      <div className="border-t border-line" />
      <ul className="-mx-2 flex flex-col">
        {after.map((name) => (
          <Line key={name} name={name} />
        ))}
      </ul>
    </Panel>
  )
}

const Line = ({ name, tone, share }: { name: FigureName; tone?: ChartTone; share?: number }) => {
  const { figure: figureOf, figureLink, words } = useBoard()
  const figure = figureOf(name)
  return (
    <li>
      <FigureLink to={figureLink(figure)} className="flex min-h-7 items-center gap-2 rounded-md px-2 text-sm">
        {tone && <PartMark tone={tone} />}
        <span className="min-w-0 flex-1 py-1 leading-tight">
          <FigureNameText name={name} />
        </span>
        <FigureValue figure={figure} className={name === 'net' ? 'font-semibold' : undefined} />
        <span className="figures w-11 text-right text-ink-muted">
          {share === undefined ? null : words.share(share)}
        </span>
      </FigureLink>
    </li>
  )
}
