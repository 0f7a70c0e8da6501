import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../domain/access/paths.ts'
import type { Campaign } from '../../../domain/calculator/calculate.ts'
import { countries, isCountryCode } from '../../../domain/countries.ts'
import { useKeyContext } from '../../keyboard/use-keyboard.tsx'
import { Page } from '../../layouts/page.tsx'
import { useQueryParams } from '../../workspace/use-query-params.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { CommandButton } from '../records/command-button.tsx'
import { calculatorDesk } from './calculator-desk.ts'
import { type CalculatorDraft, emptyDraft, parametersOf, readDraft } from './calculator-draft.ts'
import { CalculatorForm } from './calculator-form.tsx'
import { CalculatorResults } from './calculator-results.tsx'
import { keepDraft, openingDraft } from './kept-draft.ts'
import { ProductRatesField } from './product-rates.tsx'

/** A browser takes only so many changes of the address: it follows when the hands rest. */
const pause = 300

/** What a campaign would earn, as one types; the inputs are in the link and stay over reloads. */
const CalculatorScreen = () => {
  const { t } = useTranslation(['calculator', 'commands'])
  const { country } = useWorkspace()
  const [link, editLink] = useQueryParams()
  const [draft, setDraft] = useState(() => openingDraft(link, country))
  const { currency } = countries[country]
  const { campaign, problems } = readDraft(draft, country)
  const lastGood = useRef<Campaign | null>(null)
  if (campaign !== null) lastGood.current = campaign
  const shown = campaign ?? lastGood.current
  useKeyContext('page:calculator')
  useCountryOfLink(link)

  useEffect(() => {
    keepDraft(draft, country)
    const timer = setTimeout(
      () =>
        editLink((params) => {
          for (const name of [...params.keys()]) params.delete(name)
          for (const [name, value] of Object.entries(parametersOf(draft, country))) params.set(name, value)
        }),
      pause,
    )
    return () => clearTimeout(timer)
  }, [draft, country, editLink])
  useEffect(
    () =>
      calculatorDesk.show({
        link: () => `${location.origin}${paths.calculator(parametersOf(draft, country))}`,
        reset: () => setDraft(emptyDraft(country)),
      }),
    [draft, country],
  )
  const change = (next: Partial<CalculatorDraft>) => setDraft((before) => ({ ...before, ...next }))
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

/** A link's amounts are of its country: that one is chosen when the link is opened. */
const useCountryOfLink = (link: URLSearchParams): void => {
  const { country, runWith } = useWorkspace()
  const [asked] = useState(() => link.get('country'))
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the link is opened; afterwards the reader chooses.
  useEffect(() => {
    if (isCountryCode(asked) && asked !== country) runWith('console.country', { country: asked })
  }, [])
}

export default CalculatorScreen
