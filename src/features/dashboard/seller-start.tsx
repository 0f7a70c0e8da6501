import { useTranslation } from 'react-i18next'
import { paths } from '../../../domain/access/paths.ts'
import type { Analytics, SellerAffairs } from '../../../domain/analytics/analytics.ts'
import { countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import type { Where } from '../../../domain/lib/filter.ts'
import { PartMark, StackedBar } from '../../charts/bars.tsx'
import type { ChartTone } from '../../charts/chart-tone.ts'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/feedback/screen-states.tsx'
import { moneyFormat } from '../../ui/format/money.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { figureWords } from './figure-words.ts'
import { FigureLink, Panel, panelClass } from './panel.tsx'

type SellerStartProps = { data: Analytics; affairs: SellerAffairs }

/** A seller's affairs, whatever period is chosen below: the money owed, the orders that wait for them, the last import. */
export const SellerStart = ({ data, affairs }: SellerStartProps) => (
  <div className={cx(startClass, affairs.lastImport !== null && 'xl:grid-cols-3')}>
    <Owed data={data} affairs={affairs} />
    <Needs data={data} affairs={affairs} />
    {affairs.lastImport !== null && <LastImport data={data} file={affairs.lastImport} />}
  </div>
)

export const SellerStartSkeleton = () => (
  <div aria-hidden="true" className={startClass}>
    {['a', 'b'].map((panel) => (
      <div key={panel} className={`${panelClass} h-44`}>
        <Skeleton lines={4} />
      </div>
    ))}
  </div>
)

const startClass = 'grid grid-cols-1 gap-4 md:grid-cols-2'

/** Days are those of the country. */
const useDays = ({ country }: Pick<Analytics, 'country'>) => {
  const { i18n } = useTranslation()
  const { timeZone } = countries[country]
  const words = (instant: string | Date, zone: string, weekday?: 'long') =>
    new Intl.DateTimeFormat(localeOf(i18n.language), {
      weekday,
      day: 'numeric',
      month: 'long',
      timeZone: zone,
    }).format(new Date(instant))
  return {
    ofInstant: (instant: string) => words(instant, timeZone, 'long'),
    ofDay: (day: string) => words(day, 'UTC', 'long'),
    short: (instant: string) => words(instant, timeZone),
  }
}

const useMoney = ({ currency }: Pick<Analytics, 'currency'>) => {
  const { i18n } = useTranslation()
  return moneyFormat(localeOf(i18n.language), currency, true)
}

const Owed = ({ data, affairs: { owed, coming } }: SellerStartProps) => {
  const { t } = useTranslation('dashboard')
  const money = useMoney(data)
  const days = useDays(data)
  const [first] = owed.invoices
  const { user } = useWorkspace()
  const late = owed.invoices.filter(({ dueAt }) => Date.parse(dueAt) < Date.now())
  const lateTotal = late.reduce((sum, { remaining }) => sum + remaining, 0)
  const isOwing = owed.total < 0
  const ownTitle = t(isOwing ? 'start.youOwe' : 'start.owed')
  const othersTitle = t(isOwing ? 'start.owesUs' : 'start.owedTo')
  const next = t('start.next', { amount: money(coming.total), day: days.ofDay(coming.billedOn) })
  return (
    <Panel title={user.role === 'seller' ? ownTitle : othersTitle}>
      {first === undefined ? (
        <p className="text-sm text-ink-muted">{t('start.nothingOwed')}</p>
      ) : (
        <>
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span className="figures text-2xl font-semibold tracking-tight">
              {money(Math.abs(owed.total))}
            </span>
            <span className={late.length > 0 ? 'text-sm text-danger' : 'text-sm text-ink-muted'}>
              {late.length === 0 || late.length === owed.invoices.length
                ? t(late.length > 0 ? 'start.since' : 'start.on', { day: days.ofInstant(first.dueAt) })
                : t('start.late', { day: days.ofInstant(first.dueAt), amount: money(Math.abs(lateTotal)) })}
            </span>
          </p>
          <ul className="-mx-2 flex flex-col">
            {owed.invoices.slice(0, MAX_INVOICES).map(({ id, code, dueAt, remaining }) => (
              <li key={id}>
                <FigureLink
                  to={paths.invoice(id)}
                  className="flex min-h-8 flex-wrap items-center gap-x-3 rounded-md px-2 text-sm"
                >
                  <span className="flex-1 font-medium whitespace-nowrap">{code}</span>
                  <span className="whitespace-nowrap text-ink-muted">{days.short(dueAt)}</span>
                  <span className="figures whitespace-nowrap">{money(remaining)}</span>
                </FigureLink>
              </li>
            ))}
            {owed.invoices.length > MAX_INVOICES && (
              <li>
                <FigureLink
                  to={paths.list('invoices', 'status:UN_PAID')}
                  className="flex min-h-8 items-center rounded-md px-2 text-sm"
                >
                  {t('all', { total: owed.invoices.length })}
                </FigureLink>
              </li>
            )}
          </ul>
        </>
      )}
      {coming.parcels > 0 && (
        <p className="text-sm text-pretty text-ink-muted">
          {next} {t('start.parcels', { count: coming.parcels })}
        </p>
      )}
    </Panel>
  )
}

const MAX_INVOICES = 4

const needTones: Record<SellerAffairs['needs'][number]['name'], ChartTone> = {
  notReachable: 'attention',
  wrongNumber: 'danger',
  outOfStock: 'warning',
  noGoods: 'neutral',
}

const Needs = ({ data, affairs: { needs } }: SellerStartProps) => {
  const { t, i18n } = useTranslation('dashboard')
  const { user } = useWorkspace()
  const words = figureWords(localeOf(i18n.language), data.country)
  const waiting = needs.filter(({ count }) => count > 0)
  const seller = data.figures[0]?.where.owner
  const ofSeller: Where = seller === undefined || seller === user.id ? {} : { owner: seller }
  const toList = (where: Where) => {
    const query = Object.entries({ ...where, ...ofSeller }).map(([name, value]) => `${name}:${value}`)
    return paths.list('orders', query.join(' '))
  }
  return (
    <Panel title={t('start.needs')}>
      {waiting.length === 0 ? (
        <p className="text-sm text-ink-muted">{t('start.needsNothing')}</p>
      ) : (
        <ul className="-mx-2 flex flex-col">
          {waiting.map(({ name, count, where }) => (
            <li key={name}>
              <FigureLink
                to={toList(where)}
                className="flex min-h-8 items-center gap-2 rounded-md px-2 py-1 text-sm"
              >
                <PartMark tone={needTones[name]} />
                <span className="flex min-w-0 flex-1 flex-col leading-tight">
                  <span>{t(`start.need.${name}`)}</span>
                  <span className="text-xs text-pretty text-ink-muted">{t(`start.doing.${name}`)}</span>
                </span>
                <span className="figures font-semibold">{words.count(count)}</span>
              </FigureLink>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

type LastImportProps = { data: Analytics; file: NonNullable<SellerAffairs['lastImport']> }

const LastImport = ({ data, file }: LastImportProps) => {
  const { t, i18n } = useTranslation('dashboard')
  const days = useDays(data)
  const words = figureWords(localeOf(i18n.language), data.country)
  const parts = [
    { id: 'pending', tone: 'warning', value: file.pending },
    { id: 'notReachable', tone: 'attention', value: file.notReachable },
    { id: 'confirmed', tone: 'info', value: file.confirmed - file.delivered },
    { id: 'delivered', tone: 'success', value: file.delivered },
    { id: 'cancelled', tone: 'neutral', value: file.cancelled },
  ] as const
  return (
    <Panel title={t('start.lastImport')} aside={days.short(file.at)}>
      <p className="text-sm text-ink-muted">
        {t('start.imported', { count: file.orders })}
        {file.rows > file.orders && ` · ${t('start.leftOut', { count: file.rows - file.orders })}`}
      </p>
      <StackedBar parts={parts} />
      <ul className="flex flex-wrap gap-x-4 gap-y-1">
        {parts
          .filter(({ value }) => value > 0)
          .map(({ id, tone, value }) => (
            <li key={id} className="flex items-center gap-1.5 text-sm">
              <PartMark tone={tone} />
              <span>{t(`figures.${id}`)}</span>
              <span className="figures font-semibold">{words.count(value)}</span>
            </li>
          ))}
      </ul>
    </Panel>
  )
}
