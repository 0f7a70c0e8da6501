import { useTranslation } from 'react-i18next'
import type { FigureName } from '../../../domain/analytics/figures.ts'
import { ShareBar } from '../../charts/bars.tsx'
import type { ChartTone } from '../../charts/chart-tone.ts'
import { useBoard } from './board.ts'
import { FigureLink } from './figure-link.tsx'
import { FigureValue } from './figure-value.tsx'
import { Panel } from './panel.tsx'

type Step = { name: FigureName; tone: ChartTone }

/** The way of an order that goes well, and where the others are. */
const way: readonly Step[] = [
  { name: 'orders', tone: 'quiet' },
  { name: 'confirmed', tone: 'info' },
  { name: 'out', tone: 'accent' },
  { name: 'delivered', tone: 'success' },
]
const aside: readonly Step[] = [
  { name: 'pending', tone: 'warning' },
  { name: 'notReachable', tone: 'attention' },
  { name: 'cancelled', tone: 'neutral' },
  { name: 'returned', tone: 'danger' },
  { name: 'lost', tone: 'danger' },
]

/** What became of the orders of the period, each step as a share of all. */
export const Funnel = ({ className }: { className?: string }) => {
  const { t } = useTranslation('dashboard')
  return (
    <Panel title={t('sections.funnel')} aside={t('ofOrders')} className={className}>
      <Steps steps={way} />
      <div className="border-t border-line" />
      <Steps steps={aside} />
    </Panel>
  )
}

const Steps = ({ steps }: { steps: readonly Step[] }) => {
  const { t } = useTranslation('dashboard')
  const { figure: figureOf, figureLink, words } = useBoard()
  const all = figureOf('orders').value ?? 0
  return (
    <ul className="-mx-2 flex flex-col">
      {steps.map(({ name, tone }) => {
        const figure = figureOf(name)
        const share = all === 0 ? 0 : (figure.value ?? 0) / all
        return (
          <li key={name}>
            <FigureLink
              to={figureLink(figure)}
              className="grid min-h-7 grid-cols-[8.5rem_minmax(0,1fr)_3rem_2.75rem] items-center gap-x-2 rounded-md px-2 text-sm"
            >
              <span className="py-1 leading-tight">{t(`figures.${name}`)}</span>
              <ShareBar share={share} tone={tone} className="h-2.5" />
              <FigureValue figure={figure} className="text-right" />
              <span className="figures text-right text-ink-muted">{words.share(share)}</span>
            </FigureLink>
          </li>
        )
      })}
    </ul>
  )
}
