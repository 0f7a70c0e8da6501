import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../domain/access/paths.ts'
import type { ProductRates } from '../../../domain/analytics/analytics.ts'
import { daysOfPeriod, longestPeriodDays } from '../../../domain/analytics/period-choice.ts'
import { type Campaign, calculatorFields } from '../../../domain/calculator/calculate.ts'
import type { Code } from '../../../domain/core/codes.ts'
import { type CountryCode, countries, isCountryCode } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { shiftDay, todayIn } from '../../../domain/lib/zone-clock.ts'
import type { ProductProfit } from '../../../domain/profit/profit.ts'
import { chooseTariff } from '../../../domain/tariffs/choose-tariff.ts'
import { ApiProblem } from '../../api/api-problem.ts'
import { ReferenceControl } from '../../form/reference-control.tsx'
import { limitWords } from '../../form/understood.ts'
import { useKeyContext } from '../../keyboard/use-keyboard.tsx'
import { Page } from '../../layouts/page.tsx'
import { scannedOption, searchOptions } from '../../resources/shared/reference-options.ts'
import { Field } from '../../ui/fields/field.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { currencySymbol } from '../../ui/format/money.tsx'
import { useQueryParams } from '../../workspace/use-query-params.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { CommandButton } from '../records/command-button.tsx'
import { calculatorActions } from './calculator-commands.ts'
import {
  asPercent,
  type CalculatorDraft,
  type DraftFees,
  draftParameters,
  emptyDraft,
  type InputName,
  inputKinds,
  keepDraft,
  openingDraft,
  readCalculatorDraft,
} from './calculator-draft.ts'
import { CalculatorResults } from './calculator-results.tsx'

/** Debounces URL updates, which browsers rate-limit. */
const pause = 300

/** Profit calculator; inputs are in the URL and persist across reloads. */
const CalculatorScreen = () => {
  const { t } = useTranslation(['calculator', 'commands'])
  const { country, user } = useWorkspace()
  const [link, editLink] = useQueryParams()
  const [opening] = useState(() => openingDraft(link, user.id))
  const [draft, setDraft] = useState(opening.draft)
  const blank = useRef(opening.blank)
  const fees = useTariffFees(country)
  const { currency } = countries[country]
  const { campaign, problems } = readCalculatorDraft(draft, country)
  const lastGood = useRef<Campaign | null>(null)
  if (campaign !== null) lastGood.current = campaign
  const shown = campaign ?? lastGood.current
  useKeyContext('page:calculator')
  useCountryOfLink(link)

  useEffect(() => {
    keepDraft(draft, country, user.id)
    const timer = setTimeout(
      () =>
        editLink((params) => {
          for (const name of [...params.keys()]) params.delete(name)
          for (const [name, value] of Object.entries(draftParameters(draft, country))) params.set(name, value)
        }),
      pause,
    )
    return () => clearTimeout(timer)
  }, [draft, country, editLink, user.id])
  useEffect(
    () =>
      calculatorActions.show({
        link: () => `${location.origin}${paths.calculator(draftParameters(draft, country))}`,
        reset: () => setDraft(emptyDraft(fees)),
      }),
    [draft, country, fees],
  )
  useEffect(() => {
    if (fees === null) return
    const missing = Object.fromEntries(blank.current.map((name) => [name, fees[name]]))
    blank.current = []
    setDraft((before) => ({ ...before, ...missing }))
  }, [fees])
  const change = (next: Partial<CalculatorDraft>) => {
    // What is typed before the tariff has come stays.
    blank.current = blank.current.filter((name) => !(name in next))
    setDraft((before) => ({ ...before, ...next }))
  }
  return (
    <Page
      title={t('commands:go.calculator.place')}
      actions={
        <>
          <CommandButton command="calculator.reset" />
          <CommandButton command="calculator.share" />
        </>
      }
    >
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,8fr)]">
        <div className="flex flex-col gap-5 rounded-lg border border-line bg-surface p-4">
          <ProductRatesField key={country} asked={link.get('product')} onFill={change} />
          <CalculatorForm draft={draft} problems={problems} currency={currency} onChange={change} />
        </div>
        {shown === null ? (
          <p className="rounded-lg border border-line bg-surface p-4 text-ink-muted">
            {t('calculator:unread')}
          </p>
        ) : (
          <CalculatorResults campaign={shown} currency={currency} isStale={campaign === null} />
        )}
      </div>
    </Page>
  )
}

/** The fees of the country's tariff for all sellers and the rest of the country, as it holds today; null until read. */
const useTariffFees = (country: CountryCode): DraftFees | null => {
  const { api } = useWorkspace()
  const [read, setRead] = useState<{ country: CountryCode; fees: DraftFees } | null>(null)
  useEffect(() => {
    const request = new AbortController()
    const where = { country, owner: 'none', zone: 'none' }
    api.list('tariffs', { where, limit: 500 }, { signal: request.signal }).then(
      ({ items }) => {
        const tariff = chooseTariff(items)({ country, owner: '', zone: null, day: todayIn(country) })
        if (tariff === null) return
        const fees = { deliveryFee: String(tariff.delivery), returnFee: String(tariff.returned) }
        setRead({ country, fees })
      },
      // The fees can be typed.
      () => undefined,
    )
    return () => request.abort()
  }, [api, country])
  return read?.country === country ? read.fees : null
}

/** A link selects its country, since its amounts are in that currency. */
const useCountryOfLink = (link: URLSearchParams): void => {
  const { country, runWith } = useWorkspace()
  const [asked] = useState(() => link.get('country'))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the link is opened; afterwards the reader chooses.
  useEffect(() => {
    if (isCountryCode(asked) && asked !== country) runWith('console.country', { country: asked })
  }, [])
}

export default CalculatorScreen

type CalculatorFormProps = {
  draft: CalculatorDraft
  problems: Partial<Record<InputName, Code>>
  currency: string
  onChange: (change: Partial<CalculatorDraft>) => void
}

const groups = [
  { id: 'campaign', inputs: ['leads', 'costPerLead'] },
  { id: 'product', inputs: ['price', 'unitCost', 'freight'] },
  { id: 'rates', inputs: ['confirmationRate', 'deliveryRate'] },
  { id: 'fees', inputs: ['deliveryFee', 'returnFee', 'confirmationFee', 'packaging', 'cashFeeRate'] },
] as const satisfies readonly { id: string; inputs: readonly InputName[] }[]

/** The inputs; invalid ones show their error without blocking the rest. */
const CalculatorForm = ({ draft, problems, currency, onChange }: CalculatorFormProps) => {
  const { t, i18n } = useTranslation(['calculator', 'errors', 'form'])
  const money = currencySymbol(localeOf(i18n.language), currency)
  const units = { count: undefined, money, percent: '%' } as const
  return (
    <form className="flex flex-col gap-5" onSubmit={(event) => event.preventDefault()}>
      {groups.map(({ id, inputs }) => (
        <fieldset key={id} className="flex flex-col gap-3">
          <legend className="mb-2 text-sm font-semibold text-ink-muted">
            {t(`calculator:groups.${id}`)}
          </legend>
          <div className="grid grid-cols-2 items-start gap-x-3 gap-y-3">
            {inputs.map((name) => {
              const code = problems[name]
              return (
                <Field
                  key={name}
                  label={t(`calculator:inputs.${name}`)}
                  // An empty input is shown as a hint, not as an error.
                  hint={code === 'REQUIRED' ? t('errors:REQUIRED') : undefined}
                  error={
                    code !== undefined && code !== 'REQUIRED'
                      ? (limitWords(t, {
                          field: calculatorFields[name],
                          code,
                          value: draft[name],
                          scale: inputKinds[name] === 'percent' ? 100 : 1,
                        }) ?? t(`errors:${code}`))
                      : undefined
                  }
                >
                  <TextInput
                    numeric
                    inputMode="decimal"
                    value={draft[name]}
                    trailing={units[inputKinds[name]]}
                    onFocus={(event) => event.target.select()}
                    onChange={(event) => onChange({ [name]: event.target.value })}
                  />
                </Field>
              )
            })}
          </div>
        </fieldset>
      ))}
    </form>
  )
}

/** What was filled in: `left`: inputs whose figure is not known, which stay as typed. */
type Note = { count: number; isWhole: boolean; left: readonly InputName[] } | { problem: string } | null

/** Since the first order, or one of the dashboard's periods. */
const fillPeriods = ['all', '7d', '30d', 'month', 'lastMonth', 'quarter'] as const
type FillPeriod = (typeof fillPeriods)[number]

type ProductRatesFieldProps = { asked: string | null; onFill: (change: Partial<CalculatorDraft>) => void }

/** Fills in the figures of a product in a period; unknown ones stay as typed. `asked`: the product of the link. */
const ProductRatesField = ({ asked, onFill }: ProductRatesFieldProps) => {
  const { t } = useTranslation(['calculator', 'errors', 'dashboard'])
  const { api, country } = useWorkspace()
  const [note, setNote] = useState<Note>(null)
  const [period, setPeriod] = useState<FillPeriod>('all')
  const product = useRef('')
  const request = useRef<AbortController>(null)
  const choice = useMemo(
    () => ({
      chosen: null,
      search: searchOptions(api, 'products'),
      scanned: scannedOption(api, 'products'),
    }),
    [api],
  )

  const fill = (id: string, of: FillPeriod) => {
    product.current = id
    request.current?.abort()
    setNote(null)
    if (id === '') return
    request.current = new AbortController()
    const { signal } = request.current
    const today = todayIn(country)
    const days =
      of === 'all'
        ? { startDate: shiftDay(today, 1 - longestPeriodDays), endDate: today }
        : daysOfPeriod(of, today)
    Promise.all([
      api.analytics.productRates(id, { signal }),
      api.analytics.profit({ country, product: id, ...days }, { signal }),
    ]).then(
      ([rates, profit]) => {
        const [row = null] = profit.products
        const filled = draftOf(of === 'all' ? rates : { ...rates, ...ratesOf(row) }, row, country)
        onFill(filled)
        setNote({
          count: of === 'all' ? rates.orders : (row?.orders ?? 0),
          isWhole: 'confirmationRate' in filled && 'deliveryRate' in filled,
          left: (['unitCost', 'costPerLead'] as const).filter((name) => !(name in filled)),
        })
      },
      (error: unknown) => {
        if (!signal.aborted) setNote({ problem: error instanceof ApiProblem ? error.code : 'INTERNAL' })
      },
    )
  }
  const fillAsked = useEffectEvent((id: string) => fill(id, period))
  useEffect(() => {
    if (asked !== null) fillAsked(asked)
  }, [asked])

  return (
    <div className="flex flex-col gap-1.5">
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-[minmax(0,1fr)_11rem]">
        <Field
          label={t('calculator:product')}
          error={note && 'problem' in note ? t(`errors:${note.problem}`) : undefined}
        >
          <ReferenceControl choice={choice} country={country} onChange={(id) => fill(id, period)} />
        </Field>
        <Field label={t('calculator:period')}>
          <Select
            value={period}
            options={fillPeriods.map((name) => ({
              value: name,
              label: name === 'all' ? t('calculator:wholeTime') : t(`dashboard:periods.${name}`),
            }))}
            onValueChange={(name) => {
              setPeriod(name)
              fill(product.current, name)
            }}
          />
        </Field>
      </div>
      <p role="status" className="text-xs text-ink-muted">
        {note && 'count' in note
          ? t(note.isWhole ? 'calculator:filled' : 'calculator:filledInPart', { count: note.count })
          : t('calculator:productHint')}
        {note && 'count' in note && note.left.length > 0 && (
          <>
            {' '}
            {t('calculator:leftOut', {
              names: note.left.map((name) => t(`calculator:inputs.${name}`)).join(', '),
            })}
          </>
        )}
      </p>
    </div>
  )
}

/** The rates of a period, as the calculator means them: delivered of ended parcels. */
const ratesOf = (row: ProductProfit | null): Pick<ProductRates, 'confirmationRate' | 'deliveryRate'> => {
  const ended = row === null ? 0 : row.delivered + row.failed
  return {
    confirmationRate: row === null || row.orders === 0 ? null : row.confirmed / row.orders,
    deliveryRate: row === null || ended === 0 ? null : row.delivered / ended,
  }
}

/** `row`: what the product's parcels really cost, instead of the tariff. Those fees include the one on cash. */
const draftOf = (
  rates: ProductRates,
  row: ProductProfit | null,
  country: CountryCode,
): Partial<CalculatorDraft> => {
  const unit = 10 ** countries[country].decimals
  const each = (sum: number, count: number): string => String(Math.round((sum / count) * unit) / unit)
  return {
    price: String(rates.price),
    deliveryFee: row?.delivered ? each(row.fees, row.delivered) : String(rates.deliveryFee),
    returnFee: row?.failed ? each(row.returns, row.failed) : String(rates.returnFee),
    ...(row?.delivered ? { cashFeeRate: '0' } : {}),
    ...(row === null || row.cost === null ? {} : { unitCost: String(row.cost) }),
    ...(row === null || row.advertising === null || row.orders === 0
      ? {}
      : { costPerLead: each(row.advertising, row.orders) }),
    ...(rates.confirmationRate === null ? {} : { confirmationRate: asPercent(rates.confirmationRate) }),
    ...(rates.deliveryRate === null ? {} : { deliveryRate: asPercent(rates.deliveryRate) }),
  }
}
