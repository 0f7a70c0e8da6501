import { type ReactNode, useEffect, useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { numberFormat } from '../../../domain/lib/number-format.ts'
import { todayIn } from '../../../domain/lib/zone-clock.ts'
import { type GridRow, type ReadGrid, readTariffGrid } from '../../../domain/tariffs/read-grid.ts'
import type { Rehearsal } from '../../../domain/tariffs/tariff.ts'
import { useKeyContext } from '../../keyboard/use-keyboard.tsx'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/feedback/screen-states.tsx'
import { Banner, StatusBadge, useAnnounce } from '../../ui/feedback/status.tsx'
import { DateInput } from '../../ui/fields/date-input.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { Money } from '../../ui/format/money.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { PasteForm } from '../record-form/paste-form.tsx'
import { useRehearsal, useZoneNames } from './use-rehearsal.ts'

/** A grid of tariffs pasted from a spreadsheet: read, rehearsed on the parcels not yet billed, then written as one batch. */
const TariffGridScreen = () => {
  const { t } = useTranslation(['tariffs', 'errors'])
  const { api, country } = useWorkspace()
  const [text, setText] = useState('')
  const [from, setFrom] = useState('')
  const zones = useZoneNames(country)
  useKeyContext('page:tariff-grid')
  const grid = useMemo(
    () => (zones === null ? null : readTariffGrid(text, { country, zones, from: from === '' ? null : from })),
    [text, country, zones, from],
  )
  const rows = useMemo(() => wholeRows(grid), [grid])
  const { rehearsal, failure: refused } = useRehearsal(country, rows)
  return (
    <PasteForm
      resource="tariffs"
      title={t('tariffs:grid.title')}
      label={t('tariffs:grid.paste')}
      hint={t('tariffs:grid.hint')}
      text={text}
      onText={setText}
      beside={
        <Field label={t('tariffs:fields.from')} hint={t('tariffs:hints.from')}>
          <DateInput value={from} today={todayIn(country)} onValueChange={setFrom} />
        </Field>
      }
      isReady={rows !== null && rehearsal !== null}
      save={t(rows === null ? 'tariffs:grid.save' : 'tariffs:grid.apply', { count: rows?.length })}
      write={() => api.tariffs.grid({ country, rows: rows ?? [] })}
      done={{ titleKey: 'tariffs:grid.done', count: rows?.length ?? 0 }}
    >
      {(problem) => {
        const failure = refused ?? problem
        return (
          <>
            {text.trim() !== '' && zones !== null && grid === null && (
              <Banner tone="warning">{t('tariffs:grid.unread')}</Banner>
            )}
            {grid !== null && <GridTable grid={grid} />}
            {failure !== null && <Banner tone="danger">{t(`errors:${failure}`)}</Banner>}
            {rows !== null &&
              failure === null &&
              (rehearsal === null ? <Skeleton lines={3} /> : <Outcome {...rehearsal} />)}
          </>
        )
      }}
    </PasteForm>
  )
}

export default TariffGridScreen

/** The rows, once each is good. */
const wholeRows = (grid: ReadGrid | null) => {
  const rows = grid?.rows.flatMap(({ row }) => row ?? []) ?? []
  return grid === null || rows.length === 0 || rows.length < grid.rows.length ? null : rows
}

const cellClass = 'px-3 py-1.5 first:pl-4 last:pr-4'

const GridTable = ({ grid: { columns, ignored, rows } }: { grid: ReadGrid }) => {
  const { t } = useTranslation(['tariffs', 'errors', 'filter'])
  const { country } = useWorkspace()
  const fees = columns.filter((column) => column !== 'zone')
  return (
    <section aria-label={t('tariffs:grid.read')} className="flex flex-col gap-1">
      {ignored.length > 0 && (
        <p className="text-sm text-ink-muted">{t('tariffs:grid.ignored', { names: ignored.join(', ') })}</p>
      )}
      <TableFrame>
        <thead>
          <tr className="border-b border-line-strong text-ink-muted">
            <Head>{t('tariffs:fields.zone')}</Head>
            {fees.map((column) => (
              <Head key={column} isNumber>
                {t(`tariffs:fields.${column}`)}
              </Head>
            ))}
            <Head>
              <span className="sr-only">{t('tariffs:grid.problem')}</span>
            </Head>
          </tr>
        </thead>
        <tbody>
          {rows.map((read) => (
            <tr key={read.line} className="border-b border-line last:border-b-0">
              <td className={cellClass}>
                <ZoneOf read={read} />
              </td>
              {fees.map((column) => (
                <td key={column} className={cx(cellClass, 'figures text-right whitespace-nowrap')}>
                  <Fee
                    column={column}
                    value={read.row?.[column] ?? null}
                    currency={countries[country].currency}
                  />
                </td>
              ))}
              <td className={cx(cellClass, 'text-danger')}>
                {read.problem !== null &&
                  t('filter:say.is', {
                    name: t(`tariffs:fields.${read.problem.column}`),
                    value: t(`errors:${read.problem.code}`),
                  })}
              </td>
            </tr>
          ))}
        </tbody>
      </TableFrame>
    </section>
  )
}

const ZoneOf = ({ read: { typed, zoneName, isAssumed, problem } }: { read: GridRow }) => {
  const { t } = useTranslation('tariffs')
  if (problem?.column === 'zone' && zoneName === null) return <span className="text-danger">{typed}</span>
  return (
    <span className="flex flex-wrap items-center gap-x-2">
      {zoneName ?? t('restOfCountry')}
      {isAssumed && <StatusBadge tone="attention">{t('grid.assumed', { typed })}</StatusBadge>}
    </span>
  )
}

const Fee = ({ column, value, currency }: { column: string; value: number | null; currency: string }) => {
  const { i18n } = useTranslation()
  if (value === null) return <span className="text-ink-faint">—</span>
  return column === 'cashPercent' ? (
    `${numberFormat(localeOf(i18n.language), { maximumFractionDigits: 3 }).format(value)} %`
  ) : (
    <Money amount={value} currency={currency} showCurrency={false} />
  )
}

/** What the parcels not yet billed would cost, in all and by seller, and what no zone covers. */
const Outcome = ({ parcels, before, after, difference, sellers, uncovered }: Rehearsal) => {
  const { t } = useTranslation('tariffs')
  const { country } = useWorkspace()
  const { currency } = countries[country]
  const announce = useAnnounce()
  const said = t(`grid.${turnOf(difference)}`, { count: parcels, amount: Math.abs(difference), currency })
  useEffect(() => announce(said), [announce, said])
  const moved = sellers.filter((seller) => seller.difference !== 0)
  return (
    <section
      aria-label={t('grid.outcome')}
      className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4"
    >
      <p className="text-lg font-semibold">{said}</p>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        <Sum label={t('grid.before')} amount={before} />
        <Sum label={t('grid.after')} amount={after} />
        <Sum label={t('grid.difference')} amount={difference} isSigned />
      </dl>
      {moved.length > 0 && (
        <TableFrame>
          <thead>
            <tr className="border-b border-line-strong text-ink-muted">
              <Head>{t('fields.owner')}</Head>
              <Head isNumber>{t('grid.parcels')}</Head>
              <Head isNumber>{t('grid.before')}</Head>
              <Head isNumber>{t('grid.after')}</Head>
              <Head isNumber>{t('grid.difference')}</Head>
            </tr>
          </thead>
          <tbody>
            {moved.map((seller) => (
              <tr key={seller.id} className="border-b border-line last:border-b-0">
                <td className={cellClass}>{seller.name}</td>
                <td className={cx(cellClass, 'figures text-right')}>{seller.parcels}</td>
                {[seller.before, seller.after].map((amount, at) => (
                  <td key={at === 0 ? 'before' : 'after'} className={cx(cellClass, 'figures text-right')}>
                    <Money amount={amount} currency={currency} showCurrency={false} />
                  </td>
                ))}
                <td className={cx(cellClass, 'figures text-right font-medium')}>
                  <Signed amount={seller.difference} currency={currency} />
                </td>
              </tr>
            ))}
          </tbody>
        </TableFrame>
      )}
      {uncovered.length > 0 && <Uncovered uncovered={uncovered} />}
    </section>
  )
}

const turnOf = (difference: number) => (difference > 0 ? 'more' : difference < 0 ? 'less' : 'same')

const Uncovered = ({ uncovered }: Pick<Rehearsal, 'uncovered'>) => {
  const { t } = useTranslation('tariffs')
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-1">
      <h2 id={id} className="text-sm font-semibold text-ink-muted">
        {t('grid.uncovered')}
      </h2>
      <ul className="flex flex-col gap-0.5 text-sm">
        {uncovered.map(({ city, parcels, alike }) => (
          <li key={city ?? ''} className="flex flex-wrap gap-x-3">
            <span dir="auto">{city ?? t('grid.noCity')}</span>
            <span className="figures text-ink-muted">{t('grid.count', { count: parcels })}</span>
            {alike.length > 0 && (
              <span className="text-attention">{t('grid.alike', { names: alike.join(', ') })}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const Signed = ({ amount, currency }: { amount: number; currency: string }) => (
  <>
    {amount > 0 && '+'}
    <Money amount={amount} currency={currency} showCurrency={false} />
  </>
)

const Sum = ({ label, amount, isSigned = false }: { label: string; amount: number; isSigned?: boolean }) => {
  const { country } = useWorkspace()
  return (
    <div>
      <dt className="text-sm text-ink-muted">{label}</dt>
      <dd className="figures font-medium">
        {isSigned && amount > 0 && '+'}
        <Money amount={amount} currency={countries[country].currency} />
      </dd>
    </div>
  )
}

const TableFrame = ({ children }: { children: ReactNode }) => (
  <div className="overflow-x-auto rounded-lg border border-line bg-surface">
    <table className="w-full border-collapse text-sm">{children}</table>
  </div>
)

const Head = ({ isNumber = false, children }: { isNumber?: boolean; children: ReactNode }) => (
  <th scope="col" className={cx(cellClass, 'text-xs font-medium', isNumber ? 'text-right' : 'text-left')}>
    {children}
  </th>
)
