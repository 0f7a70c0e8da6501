import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../domain/access/paths.ts'
import { countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import type { CashHolder, HandoverDue } from '../../../domain/handovers/handover.ts'
import { amountDifference } from '../../../domain/lib/money.ts'
import { formatPhone } from '../../../domain/lib/phone-format.ts'
import { codeOf } from '../../../machines/failure.ts'
import { labelMatcher, nameDistance } from '../../filter/match-word.ts'
import { understood } from '../../form/understood.ts'
import { KeyBufferFallback } from '../../keyboard/key-buffer.tsx'
import { useKeyContext } from '../../keyboard/use-keyboard.tsx'
import { Page } from '../../layouts/page.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { ErrorState, Skeleton } from '../../ui/feedback/screen-states.tsx'
import { Announcer, Banner, useAnnounce } from '../../ui/feedback/status.tsx'
import { Combobox } from '../../ui/fields/combobox.tsx'
import type { ComboboxOption } from '../../ui/fields/combobox-option.ts'
import { Field } from '../../ui/fields/field.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { currencySymbol, Money, moneyFormat } from '../../ui/format/money.tsx'
import { useQueryParams } from '../../workspace/use-query-params.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { countActions, noHandoverActions } from './handover-commands.ts'
import { HandoverLines } from './handover-lines.tsx'
import { useCount } from './use-count.ts'

/** Recording a courier's cash: courier, counted sum, and only then the expected sum. */
const CountCash = () => {
  const { t } = useTranslation(['handovers', 'errors', 'list'])
  const { ports } = useWorkspace()
  const [params, edit] = useQueryParams()
  const { holders, failure, reload } = useHolders()
  const chosen = holders?.find(({ id }) => id === params.get('delivery')) ?? null
  const [isHurried, setHurried] = useState(false)
  const body = useRef<HTMLDivElement>(null)
  useKeyContext('page:count-cash')
  /** The key that saves a form goes one step on, or says what is missing. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (chosen === null) setHurried(true)
    else body.current?.querySelector('form')?.requestSubmit()
  }
  const choose = (id: string | null) =>
    edit((query) => (id === null ? query.delete('delivery') : query.set('delivery', id)))
  useLayoutEffect(() => {
    if (chosen !== null) return
    return countActions.show({
      ...noHandoverActions,
      recount: () => ports.navigate(paths.list('handovers')),
    })
  })
  return (
    <Page title={t('handovers:count.title')} width="column">
      {failure !== null ? (
        <ErrorState title={t(`errors:${failure}`)} action={{ label: t('list:refresh'), onPress: reload }} />
      ) : holders === null ? (
        <>
          {/* Key events are buffered for the field that is loading. */}
          <KeyBufferFallback />
          <Skeleton lines={4} />
        </>
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: its fields take the focus, it only hears their keys.
        <div ref={body} onKeyDown={onKeyDown} className="flex flex-col gap-4">
          <HolderChoice
            holders={holders}
            chosen={chosen}
            isMissing={isHurried && chosen === null}
            onChoose={(id) => {
              setHurried(false)
              choose(id)
            }}
          />
          {chosen === null && <Holders holders={holders} onChoose={choose} />}
          {chosen !== null && <CountForm key={chosen.id} holder={chosen} onLeave={() => choose(null)} />}
        </div>
      )}
    </Page>
  )
}

type HolderChoiceProps = {
  holders: readonly CashHolder[]
  chosen: CashHolder | null
  /** The next step was asked for without a courier. */
  isMissing: boolean
  onChoose: (id: string | null) => void
}

const HolderChoice = ({ holders, chosen, isMissing, onChoose }: HolderChoiceProps) => {
  const { t } = useTranslation('handovers')
  const [query, setQuery] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const isChosen = chosen !== null
  useEffect(() => {
    if (!isChosen) box.current?.querySelector('input')?.focus()
  }, [isChosen])
  const option = ({ id, name, phone, parcels }: CashHolder): ComboboxOption => ({
    value: id,
    label: name,
    detail: `${formatPhone(phone)} · ${t('parcels', { count: parcels })}`,
  })
  const isMatch = labelMatcher(query)
  // Stable: of equal matches, whoever has held cash longest first.
  const matches = holders
    .filter(({ name }) => isMatch(name))
    .toSorted((one, other) => nameDistance(query, one.name) - nameDistance(query, other.name))
  return (
    <div ref={box}>
      <Field
        label={t('fields.delivery')}
        error={isMissing ? t('count.chooseFirst') : undefined}
        hint={query !== '' && matches.length > 1 ? t('count.several', { count: matches.length }) : undefined}
        required
      >
        <Combobox
          value={chosen && option(chosen)}
          options={matches.map(option)}
          stopsAtSeveral
          onQueryChange={setQuery}
          onValueChange={(next) => onChoose(next?.value ?? null)}
          placeholder={t('count.who')}
        />
      </Field>
    </div>
  )
}

/** Couriers with cash, whoever has held it longest first; without sums, since it is counted first. */
const Holders = ({
  holders,
  onChoose,
}: {
  holders: readonly CashHolder[]
  onChoose: (id: string) => void
}) => {
  const { t, i18n } = useTranslation('handovers')
  const { country } = useWorkspace()
  const titleId = useId()
  const day = new Intl.DateTimeFormat(localeOf(i18n.language), {
    dateStyle: 'medium',
    timeZone: countries[country].timeZone,
  })
  const owing = holders.filter(({ since }) => since !== null)
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-2">
      <h2 id={titleId} className="text-sm font-semibold text-ink-muted">
        {t('count.holders')}
      </h2>
      {owing.length === 0 ? (
        <p className="text-ink-muted">{t('count.nobody')}</p>
      ) : (
        <ul className="overflow-hidden rounded-lg border border-line bg-surface">
          {owing.map(({ id, name, parcels, since }) => (
            <li key={id} className="border-b border-line last:border-b-0">
              <button
                type="button"
                onClick={() => onChoose(id)}
                className="flex min-h-11 w-full flex-wrap items-center gap-x-4 px-4 py-2 text-left -outline-offset-2 hover:bg-hover"
              >
                <span dir="auto" className="min-w-0 flex-1 basis-44 truncate font-medium">
                  {name}
                </span>
                <span className="figures text-sm text-ink-muted">
                  {t('parcels', { count: parcels })} ·{' '}
                  {since && t('count.since', { day: day.format(new Date(since)) })}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const CountForm = ({ holder, onLeave }: { holder: CashHolder; onLeave: () => void }) => {
  const { t, i18n } = useTranslation(['handovers', 'errors', 'form'])
  const { country } = useWorkspace()
  const { count, change, restart, submit } = useCount(holder.id)
  const { text, counted, due, note, isPending, failure } = count
  const sum = useRef<HTMLInputElement>(null)
  const words = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const { currency } = countries[country]
  const difference = due === null || counted === null ? 0 : amountDifference(counted, due.expected)
  useLayoutEffect(() =>
    countActions.show({ ...noHandoverActions, recount: due === null ? onLeave : restart }),
  )
  // Focuses the next step: sum, reason of a difference, button.
  const seen = due?.seen
  useEffect(() => {
    const next = seen === undefined ? sum : difference === 0 ? button : words
    next.current?.focus()
  }, [seen, difference])
  const read = understood({ kind: 'money' }, text, { country, locale: localeOf(i18n.language) })
  const isNoteMissing = failure === 'NOTE_REQUIRED'
  useEffect(() => {
    if (isNoteMissing) words.current?.focus()
  }, [isNoteMissing])
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) submit()
  }
  return (
    <form onSubmit={send} noValidate className="flex flex-col gap-4">
      {failure === 'CASH_CHANGED' && <Banner tone="warning">{t('errors:CASH_CHANGED')}</Banner>}
      {failure !== null && failure !== 'CASH_CHANGED' && due !== null && !isNoteMissing && (
        <Banner tone="danger">{t(`errors:${failure}`)}</Banner>
      )}
      <Field
        label={t('handovers:fields.counted')}
        hint={
          due === null
            ? read === null
              ? t('handovers:count.first')
              : t('form:understood', { value: read })
            : undefined
        }
        error={due === null && failure !== null ? t(`errors:${failure}`) : undefined}
        required
      >
        <TextInput
          ref={sum}
          size="lg"
          inputMode="decimal"
          numeric
          readOnly={due !== null}
          trailing={currencySymbol(localeOf(i18n.language), currency)}
          value={text}
          onChange={(event) => change({ text: event.target.value, failure: null })}
        />
      </Field>
      {due !== null && counted !== null && <Outcome due={due} difference={difference} currency={currency} />}
      {due !== null && difference !== 0 && (
        <Field
          label={t('handovers:fields.note')}
          hint={t('handovers:count.why')}
          error={isNoteMissing ? t('errors:NOTE_REQUIRED') : undefined}
          required
        >
          <TextInput
            ref={words}
            size="lg"
            maxLength={500}
            dir="auto"
            value={note}
            onChange={(event) => change({ note: event.target.value, failure: null })}
          />
        </Field>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          ref={button}
          type="submit"
          variant="primary"
          size="lg"
          keys="Enter"
          icon={due === null ? 'calculator' : 'check'}
          pending={isPending}
          className="max-sm:w-full"
        >
          {t(due === null ? 'handovers:count.compare' : 'handovers:count.record')}
        </Button>
        {due !== null && (
          <Button size="lg" variant="ghost" keys="Escape" onClick={restart} className="max-sm:w-full">
            {t('handovers:count.again')}
          </Button>
        )}
      </div>
      {due !== null && due.lines.length > 0 && <HandoverLines lines={due.lines} country={country} />}
    </form>
  )
}

type OutcomeProps = { due: HandoverDue; difference: number; currency: string }

/** Expected sum, difference and earlier balance; announced on appearance. */
const Outcome = ({
  due: { expected, parcels, earned, keptBack, balance, deliveryName },
  difference,
  currency,
}: OutcomeProps) => {
  const { t, i18n } = useTranslation('handovers')
  const announce = useAnnounce()
  const money = moneyFormat(localeOf(i18n.language), currency, true)
  const verdict = t(`verdict.${verdictOf(difference)}`, { amount: money(Math.abs(difference)) })
  const said = `${t('fields.expected')} ${money(expected)}. ${verdict}`
  useEffect(() => announce(said), [announce, said])
  const tone =
    difference === 0 ? 'border-success-line bg-success-soft' : 'border-warning-line bg-warning-soft'
  return (
    <section aria-label={t('count.result')} className={`flex flex-col gap-3 rounded-lg border p-4 ${tone}`}>
      <p className="text-lg font-semibold">{verdict}</p>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        <Sum label={t('fields.expected')} detail={t('parcels', { count: parcels })}>
          <Money amount={expected} currency={currency} />
        </Sum>
        <Sum label={t('fields.difference')}>
          <Money amount={difference} currency={currency} />
        </Sum>
        {keptBack !== 0 && (
          <Sum label={t('fields.keptBack')}>
            <Money amount={keptBack} currency={currency} />
          </Sum>
        )}
        {earned !== keptBack && (
          <Sum label={t('earnings.paidOut')}>
            <Money amount={amountDifference(earned, keptBack)} currency={currency} />
          </Sum>
        )}
      </dl>
      {balance !== 0 && (
        <p>
          {t(balance < 0 ? 'earlier.courierOwes' : 'earlier.owedToCourier', {
            name: deliveryName,
            amount: money(Math.abs(balance)),
          })}
        </p>
      )}
    </section>
  )
}

const verdictOf = (difference: number) => (difference === 0 ? 'even' : difference < 0 ? 'missing' : 'tooMuch')

type SumProps = { label: string; detail?: string; children: ReactNode }

const Sum = ({ label, detail, children }: SumProps) => (
  <div className="flex flex-col">
    <dt className="text-sm text-ink-muted">{label}</dt>
    <dd className="figures text-xl font-semibold">
      {children}
      {detail && <span className="ml-2 text-sm font-normal text-ink-muted">{detail}</span>}
    </dd>
  </div>
)

/** Couriers with cash in the country, read once. */
const useHolders = () => {
  const { api, country } = useWorkspace()
  const [holders, setHolders] = useState<readonly CashHolder[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks again.
  useEffect(() => {
    const request = new AbortController()
    setFailure(null)
    api.handovers.holders(country, { signal: request.signal }).then(
      ({ items }) => setHolders(items),
      (error: unknown) => {
        if (!request.signal.aborted) setFailure(codeOf(error))
      },
    )
    return () => request.abort()
  }, [api, country, tries])
  return { holders, failure, reload: () => setTries(tries + 1) }
}

/** Remounted for each country. */
const CountScreen = () => {
  const { country } = useWorkspace()
  return (
    <Announcer>
      <CountCash key={country} />
    </Announcer>
  )
}

export default CountScreen
