import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { figures } from '../../../domain/analytics/analytics.ts'
import { ChartFigure } from '../../charts/chart-figure.tsx'
import type { Series, SeriesChart } from '../../charts/series-option.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { useDashboard } from './dashboard-context.ts'
import { panelClass } from './panel.tsx'

/** Chart of each day's orders by outcome. */
export const OrdersByDay = ({ className }: { className?: string }) => {
  const { t } = useTranslation('dashboard')
  const { data, words, figure, dayLink, asTables } = useDashboard()
  const chart = useMemo((): SeriesChart => {
    const series = (['orders', 'confirmed', 'delivered'] as const).map(
      (id): Series => ({
        id,
        name: t(`figures.${id}`),
        ...drawn[id],
        values: data.days.map((day) => day[id]),
        linkOf: (index) => linkOf(data.days[index], (day) => dayLink(day, figures[id].filter)),
      }),
    )
    return { ...categoriesOf(data.days, words), categoryName: t('columns.day'), series, format: words.count }
  }, [data, words, dayLink, t])
  const [orders, confirmed, delivered] = (['orders', 'confirmed', 'delivered'] as const).map((name) =>
    words.count(figure(name).value ?? 0),
  )
  return (
    <div className={`${panelClass} ${className ?? ''}`}>
      <ChartFigure
        name={t('sections.days')}
        summary={t('summary.days', { orders, confirmed, delivered })}
        chart={chart}
        asTable={asTables}
        pointsLabel={t('points', { chart: t('sections.days') })}
        aside={<TableSwitch />}
      />
    </div>
  )
}

const drawn = {
  orders: { kind: 'bar', tone: 'quiet' },
  confirmed: { kind: 'line', tone: 'info' },
  delivered: { kind: 'line', tone: 'success' },
} as const

/** Chart of the cash collected by order day. */
export const CollectedByDay = ({ className }: { className?: string }) => {
  const { t } = useTranslation('dashboard')
  const { data, words, figure, dayLink, asTables } = useDashboard()
  const chart = useMemo(
    (): SeriesChart => ({
      ...categoriesOf(data.days, words),
      categoryName: t('columns.day'),
      series: [
        {
          id: 'collected',
          name: t('figures.collected'),
          kind: 'bar',
          tone: 'success',
          values: data.days.map(({ collected }) => collected),
          linkOf: (index) => linkOf(data.days[index], (day) => dayLink(day, figures.collected.filter)),
        },
      ],
      format: words.money,
      formatAxis: words.short,
    }),
    [data, words, dayLink, t],
  )
  return (
    <div className={`${panelClass} ${className ?? ''}`}>
      <ChartFigure
        name={t('sections.money')}
        summary={t('summary.money', { amount: words.money(figure('collected').value ?? 0) })}
        chart={chart}
        asTable={asTables}
        pointsLabel={t('points', { chart: t('sections.money') })}
      />
    </div>
  )
}

const linkOf = (found: { day: string } | undefined, link: (day: string) => string | null): string | null =>
  found === undefined ? null : link(found.day)

const categoriesOf = (
  days: readonly { day: string }[],
  words: ReturnType<typeof useDashboard>['words'],
): Pick<SeriesChart, 'categories'> => ({
  categories: days.map(({ day }) => ({ short: words.day(day, 'short'), full: words.day(day, 'full') })),
})

const TableSwitch = () => {
  const { t } = useTranslation('dashboard')
  const { run } = useWorkspace()
  const { asTables } = useDashboard()
  return (
    <Button
      variant="ghost"
      size="sm"
      keys="t"
      icon={asTables ? 'dashboard' : 'list'}
      onClick={() => run('dashboard.table')}
    >
      {t(asTables ? 'asCharts' : 'asTables')}
    </Button>
  )
}
