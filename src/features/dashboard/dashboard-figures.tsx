import { useTranslation } from 'react-i18next'
import { paths } from '../../../domain/access/paths.ts'
import type { Analytics, CashFigure, FigureName } from '../../../domain/analytics/analytics.ts'
import { countries } from '../../../domain/core/countries.ts'
import { dayOf } from '../../../domain/lib/zone-clock.ts'
import { PartMark, ShareBar, StackedBar } from '../../charts/bars.tsx'
import type { ChartTone } from '../../charts/chart-tone.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { ChangeNote } from './change-note.tsx'
import { cashQuery, useDashboard } from './dashboard-context.ts'
import type { DashboardView } from './dashboard-view.ts'
import { CollectedByDay, OrdersByDay } from './days-charts.tsx'
import { EmptyPeriod } from './empty-period.tsx'
import { FigureHint, FigureLink, FigureNameText, FigureValue, Headline, Panel } from './panel.tsx'
import { ProfitPanel } from './profit-panel.tsx'
import { ShareRows, ShareTables } from './share-tables.tsx'

type Step = { name: FigureName; tone: ChartTone }

/** Steps of a successful order, and the exits. */
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

/** Orders of the period by outcome, each as a share of all. */
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
  const { figure: figureOf, figureLink, words } = useDashboard()
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

const pace = [
  'timeToConfirm',
  'timeToDeliver',
  'averageCalls',
  'averageAttempts',
  'finalDeliveryRate',
  'returnRate',
] as const satisfies readonly FigureName[]

/** Durations and number of attempts. */
export const Pace = ({ className }: { className?: string }) => {
  const { t } = useTranslation('dashboard')
  const { figure: figureOf, figureLink } = useDashboard()
  return (
    <Panel title={t('sections.pace')} className={className}>
      <ul className="-mx-2 grid grid-cols-2 gap-y-1 md:grid-cols-3 xl:grid-cols-6">
        {pace.map((name) => {
          const figure = figureOf(name)
          return (
            <li key={name}>
              <FigureLink
                to={figureLink(figure)}
                className="flex h-full flex-col gap-0.5 rounded-md px-2 py-1.5"
              >
                <span className="text-sm text-ink-muted">{t(`figures.${name}`)}</span>
                <span className="flex flex-col gap-0.5">
                  <FigureValue figure={figure} className="text-lg font-semibold" />
                  <ChangeNote figure={figure} />
                </span>
                <FigureHint name={name} />
              </FigureLink>
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}

const parts = [
  { name: 'collected', tone: 'success' },
  { name: 'revenueInTransit', tone: 'info' },
  { name: 'revenuePending', tone: 'warning' },
  { name: 'revenueLost', tone: 'danger' },
] as const satisfies readonly { name: FigureName; tone: ChartTone }[]

const after = ['fees', 'net', 'cashOutstanding'] as const satisfies readonly FigureName[]

/** Revenue of confirmed orders by state, less fees. */
export const Revenue = ({ className }: { className?: string }) => {
  const { t } = useTranslation('dashboard')
  const { figure, figureLink, words } = useDashboard()
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
  const { figure: figureOf, figureLink, words } = useDashboard()
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

const cashLists = { withDrivers: 'shippings', inBox: 'handovers', differences: 'shippings' } as const
const cashHints = {
  withDrivers: 'cash.everyDay',
  inBox: 'cash.handedInPeriod',
  differences: 'cash.deliveredInPeriod',
} as const

/** Cash of delivered parcels by place, each linked to its list. */
export const Cash = () => {
  const { t } = useTranslation('dashboard')
  const { data } = useDashboard()
  if (data.cash.length === 0) return null
  return (
    <Panel title={t('cash.title')}>
      <ul className="-mx-2 grid gap-y-1 sm:grid-cols-3">
        {data.cash.map((figure) => (
          <CashLine key={figure.name} figure={figure} />
        ))}
      </ul>
      {data.cashHolders.length > 0 && (
        <>
          <div className="border-t border-line" />
          <CashHolders />
        </>
      )}
    </Panel>
  )
}

type CashHolderRow = Analytics['cashHolders'][number]

/** Couriers with cash, whoever has held it longest first, each linked to the parcels. */
const CashHolders = () => {
  const { t } = useTranslation('dashboard')
  const { data, words } = useDashboard()
  const { timeZone } = countries[data.country]
  return (
    <ShareRows
      title={t('cash.holders')}
      nameHeading={t('columns.deliveryGuys')}
      columns={[
        { heading: t('columns.parcels'), value: ({ count }) => count, write: words.count, isWideOnly: true },
        {
          heading: t('cash.since'),
          value: ({ since }) => Date.parse(since),
          write: (at) => words.day(dayOf(new Date(at), timeZone), 'short'),
        },
        ...(data.cashHolders.some(({ keptBack }) => keptBack !== 0)
          ? [
              {
                heading: t('cash.keptBack'),
                value: ({ keptBack }: CashHolderRow) => keptBack,
                write: words.money,
                isWideOnly: true,
              },
            ]
          : []),
        { heading: t('cash.held'), value: ({ value }) => value, write: words.money },
      ]}
      rows={data.cashHolders}
      measure={({ value }) => value}
      linkOf={({ where }) => paths.list('shippings', cashQuery({ where }, data))}
    />
  )
}

const CashLine = ({ figure }: { figure: CashFigure }) => {
  const { t } = useTranslation(['dashboard', 'shippings', 'handovers'])
  const { data, words } = useDashboard()
  const { name, value, keptBack, count } = figure
  const list = cashLists[name]
  return (
    <li>
      <FigureLink
        to={paths.list(list, cashQuery(figure, data))}
        className="flex h-full flex-col gap-0.5 rounded-md px-2 py-1.5"
      >
        <span className="text-sm text-ink-muted">{t(`dashboard:cash.${name}`)}</span>
        <span className="figures text-lg font-semibold">{words.money(value)}</span>
        <span className="text-xs text-ink-muted">{t(`${list}:count`, { count })}</span>
        <span className="text-xs leading-tight text-ink-muted">
          {t(`dashboard:${cashHints[name]}`)}
          {keptBack !== 0 && `, ${t('dashboard:cash.lessKept', { amount: words.money(keptBack) })}`}
        </span>
      </FigureLink>
    </li>
  )
}

/** All figures, or the empty state. */
export const DashboardFigures = ({ view }: { view: DashboardView }) => {
  const { user } = useWorkspace()
  const { data, figure } = useDashboard()
  // A chart of one day is omitted.
  const isOneDay = data.days.length === 1
  if (figure('orders').value === 0)
    return (
      <div className="flex flex-col gap-4">
        <EmptyPeriod view={view} />
        <Cash />
        <ProfitPanel view={view} />
      </div>
    )
  return (
    <div className="flex flex-col gap-4">
      <Headline />
      <Cash />
      {isOneDay ? (
        <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
          <Funnel />
          <Revenue />
        </div>
      ) : (
        <div className={chartsClass}>
          <OrdersByDay className={chartClass} />
          <Funnel className={besideClass} />
          <CollectedByDay className={chartClass} />
          <Revenue className={besideClass} />
        </div>
      )}
      <Pace />
      <ShareTables withSellers={user.role !== 'seller' && view.seller === null} />
      <ProfitPanel view={view} />
    </div>
  )
}

/** Charts take three fifths of the width, two thirds on wide screens. */
export const chartsClass = 'grid grid-cols-1 gap-4 lg:grid-cols-15'
export const chartClass = 'lg:col-span-9 2xl:col-span-10'
export const besideClass = 'lg:col-span-6 2xl:col-span-5'
