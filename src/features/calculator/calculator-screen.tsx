import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../domain/access/paths.ts'
import type { ProductRates } from '../../../domain/analytics/analytics.ts'
import { type Campaign, calculatorFields } from '../../../domain/calculator/calculate.ts'
import type { Code } from '../../../domain/core/codes.ts'
import { type CountryCode, countries, isCountryCode } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { todayIn } from '../../../domain/lib/zone-clock.ts'
import { chooseTariff } from '../../../domain/tariffs/choose-tariff.ts'
import { ApiProblem } from '../../api/api-problem.ts'
import { ReferenceControl } from '../../form/reference-control.tsx'
import { limitWords } from '../../form/understood.ts'
import { useKeyContext } from '../../keyboard/use-keyboard.tsx'
import { Page } from '../../layouts/page.tsx'
import { scannedOption, searchOptions } from '../../resources/shared/reference-options.ts'
import { Field } from '../../ui/fields/field.tsx'
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
          <ProductRatesField key={country} onFill={change} />
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

type Note = { count: number; isWhole: boolean } | { problem: string } | null

/** Fills in measured rates of a product; unknown ones stay as typed. */
const ProductRatesField = ({ onFill }: { onFill: (change: Partial<CalculatorDraft>) => void }) => {
  const { t } = useTranslation(['calculator', 'errors'])
  const { api, country } = useWorkspace()
  const [note, setNote] = useState<Note>(null)
  const request = useRef<AbortController>(null)
  const choice = useMemo(
    () => ({
      chosen: null,
      search: searchOptions(api, 'products'),
      scanned: scannedOption(api, 'products'),
    }),
    [api],
  )

  const fill = (product: string) => {
    request.current?.abort()
    setNote(null)
    if (product === '') return
    request.current = new AbortController()
    const { signal } = request.current
    api.analytics.productRates(product, { signal }).then(
      (rates) => {
        onFill(draftOf(rates))
        const isWhole = rates.confirmationRate !== null && rates.deliveryRate !== null
        setNote({ count: rates.orders, isWhole })
      },
      (error: unknown) => {
        if (!signal.aborted) setNote({ problem: error instanceof ApiProblem ? error.code : 'INTERNAL' })
      },
    )
  }

  return (
    <div className="flex flex-col gap-1.5">
      <Field
        label={t('calculator:product')}
        error={note && 'problem' in note ? t(`errors:${note.problem}`) : undefined}
      >
        <ReferenceControl choice={choice} country={country} onChange={fill} />
      </Field>
      <p role="status" className="text-xs text-ink-muted">
        {note && 'count' in note
          ? t(note.isWhole ? 'calculator:filled' : 'calculator:filledInPart', { count: note.count })
          : t('calculator:productHint')}
      </p>
    </div>
  )
}

const draftOf = (rates: ProductRates): Partial<CalculatorDraft> => ({
  price: String(rates.price),
  deliveryFee: String(rates.deliveryFee),
  returnFee: String(rates.returnFee),
  ...(rates.confirmationRate === null ? {} : { confirmationRate: asPercent(rates.confirmationRate) }),
  ...(rates.deliveryRate === null ? {} : { deliveryRate: asPercent(rates.deliveryRate) }),
})
