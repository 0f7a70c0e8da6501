import {
  type FormEvent,
  type KeyboardEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { paths } from '../../../domain/access/paths.ts'
import { countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import type { Invoice } from '../../../domain/invoices/invoice.ts'
import { todayIn } from '../../../domain/lib/zone-clock.ts'
import { type OwedSeller, payoutMethods } from '../../../domain/payouts/payout.ts'
import { labelMatcher, nameDistance } from '../../filter/match-word.ts'
import { KeyBufferFallback } from '../../keyboard/key-buffer.tsx'
import { useKeyContext } from '../../keyboard/use-keyboard.tsx'
import { Page } from '../../layouts/page.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { cx } from '../../ui/cx.ts'
import { ErrorState, Skeleton } from '../../ui/feedback/screen-states.tsx'
import { Announcer, Banner, useAnnounce } from '../../ui/feedback/status.tsx'
import { Combobox } from '../../ui/fields/combobox.tsx'
import type { ComboboxOption } from '../../ui/fields/combobox-option.ts'
import { DateInput } from '../../ui/fields/date-input.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { currencySymbol, Money, moneyFormat } from '../../ui/format/money.tsx'
import { useCommandKeys } from '../../workspace/use-command-keys.ts'
import { useQueryParams } from '../../workspace/use-query-params.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { noPayoutActions, payoutScreenActions } from './payout-commands.ts'
import { useOpenInvoices, useOwedSellers, usePayout } from './use-payout.ts'

/** Paying a seller: the seller, how much of which invoices, and how it was given. */
const PaySeller = () => {
  const { t } = useTranslation(['payouts', 'errors', 'list'])
  const { ports } = useWorkspace()
  const [params, edit] = useQueryParams()
  const { sellers, failure, reload } = useOwedSellers()
  const seller = params.get('seller')
  const chosen = sellers?.find(({ id }) => id === seller) ?? null
  useKeyContext('page:pay-out')
  const choose = (id: string | null) =>
    edit((query) => {
      if (id === null) for (const name of ['seller', 'invoices', 'all']) query.delete(name)
      else query.set('seller', id)
    })
  useLayoutEffect(() => {
    if (chosen !== null) return
    return payoutScreenActions.show({
      ...noPayoutActions,
      leaveForm: () => ports.navigate(paths.list('payouts')),
    })
  })
  return (
    <Page title={t('payouts:pay.title')} width="column">
      {failure !== null ? (
        <ErrorState title={t(`errors:${failure}`)} action={{ label: t('list:refresh'), onPress: reload }} />
      ) : sellers === null ? (
        <>
          <KeyBufferFallback />
          <Skeleton lines={4} />
        </>
      ) : (
        <div className="flex flex-col gap-4">
          <SellerChoice sellers={sellers} chosen={chosen} onChoose={choose} />
          {chosen === null ? (
            <>
              {seller !== null && <Banner tone="info">{t('payouts:pay.nothingOpen')}</Banner>}
              <OwedSellers sellers={sellers} onChoose={choose} />
            </>
          ) : (
            <PayForm key={chosen.id} seller={chosen} onLeave={() => choose(null)} />
          )}
        </div>
      )}
    </Page>
  )
}

type Choosing = { sellers: readonly OwedSeller[]; onChoose: (id: string) => void }

const SellerChoice = ({
  sellers,
  chosen,
  onChoose,
}: Omit<Choosing, 'onChoose'> & { chosen: OwedSeller | null; onChoose: (id: string | null) => void }) => {
  const { t, i18n } = useTranslation('payouts')
  const { country } = useWorkspace()
  const [query, setQuery] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const money = moneyFormat(localeOf(i18n.language), countries[country].currency, true)
  const isChosen = chosen !== null
  useEffect(() => {
    if (!isChosen) box.current?.querySelector('input')?.focus()
  }, [isChosen])
  const option = ({ id, name, remaining }: OwedSeller): ComboboxOption => ({
    value: id,
    label: name,
    detail: money(remaining),
  })
  const isMatch = labelMatcher(query)
  const matches = sellers
    .filter(({ name }) => isMatch(name))
    .toSorted((one, other) => nameDistance(query, one.name) - nameDistance(query, other.name))
  return (
    <div ref={box}>
      <Field label={t('fields.owner')} required>
        <Combobox
          value={chosen && option(chosen)}
          options={matches.map(option)}
          stopsAtSeveral
          onQueryChange={setQuery}
          onValueChange={(next) => onChoose(next?.value ?? null)}
          placeholder={t('pay.who')}
        />
      </Field>
    </div>
  )
}

/** Sellers with unpaid invoices, who is owed most first. */
const OwedSellers = ({ sellers, onChoose }: Choosing) => {
  const { t } = useTranslation('payouts')
  const { country } = useWorkspace()
  const titleId = useId()
  const { currency } = countries[country]
  return (
    <section aria-labelledby={titleId} className="flex flex-col gap-2">
      <h2 id={titleId} className="text-sm font-semibold text-ink-muted">
        {t('pay.owed')}
      </h2>
      {sellers.length === 0 ? (
        <p className="text-ink-muted">{t('pay.nobody')}</p>
      ) : (
        <ul className="overflow-hidden rounded-lg border border-line bg-surface">
          {sellers.map(({ id, name, invoices, remaining }) => (
            <li key={id} className="flex items-center border-b border-line last:border-b-0">
              <button
                type="button"
                onClick={() => onChoose(id)}
                className="flex min-h-11 min-w-0 flex-1 flex-wrap items-center gap-x-4 px-4 py-2 text-left -outline-offset-2 hover:bg-hover"
              >
                <span dir="auto" className="min-w-0 flex-1 basis-40 truncate font-medium">
                  {name}
                </span>
                <span className="text-sm text-ink-muted">{t('pay.invoices', { count: invoices })}</span>
                <Money amount={remaining} currency={currency} className="font-medium" />
              </button>
              <Link
                to={paths.statement({ seller: id })}
                className="flex min-h-11 items-center px-4 text-sm text-accent-text hover:underline"
              >
                {t('statement.one')}
                <span className="sr-only"> {name}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const PayForm = ({ seller, onLeave }: { seller: OwedSeller; onLeave: () => void }) => {
  const { t } = useTranslation(['payouts', 'errors'])
  const { invoices, failure } = useOpenInvoices(seller.id)
  useLayoutEffect(() => {
    if (failure === null) return
    return payoutScreenActions.show({ ...noPayoutActions, leaveForm: onLeave })
  })
  if (failure !== null) return <Banner tone="danger">{t(`errors:${failure}`)}</Banner>
  if (invoices === null)
    return (
      <>
        <KeyBufferFallback />
        <Skeleton lines={5} />
      </>
    )
  return <OpenInvoices seller={seller} invoices={invoices} onLeave={onLeave} />
}

type OpenInvoicesProps = { seller: OwedSeller; invoices: readonly Invoice[]; onLeave: () => void }

const OpenInvoices = ({ seller, invoices, onLeave }: OpenInvoicesProps) => {
  const { t, i18n } = useTranslation(['payouts', 'errors', 'invoices'])
  const { country } = useWorkspace()
  const keysOf = useCommandKeys()
  const { payout, change, amounts, parts, total, problems, payEverything, submit } = usePayout(
    seller,
    invoices,
  )
  const { currency } = countries[country]
  const symbol = currencySymbol(localeOf(i18n.language), currency)
  const form = useRef<HTMLFormElement>(null)
  const everything = useRef<HTMLButtonElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const isFilled = useRef(parts.length > 0)
  const fill = () => {
    payEverything()
    button.current?.focus()
  }
  useLayoutEffect(() =>
    payoutScreenActions.show({ ...noPayoutActions, payEverything: fill, leaveForm: onLeave }),
  )
  // The next step: what is paid, or the button where the amounts are filled in.
  useEffect(() => {
    const next = isFilled.current ? button : everything
    next.current?.focus()
  }, [])
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!payout.isPending) submit()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    form.current?.requestSubmit()
  }
  const said = `${t('payouts:fields.total')} ${moneyFormat(localeOf(i18n.language), currency, true)(total)}`
  const announce = useAnnounce()
  const isFirst = useRef(true)
  useEffect(() => {
    if (isFirst.current) isFirst.current = false
    else announce(said)
  }, [announce, said])
  return (
    <form ref={form} onSubmit={send} onKeyDown={onKeyDown} noValidate className="flex flex-col gap-4 pb-6">
      {payout.failure !== null && <Banner tone="danger">{t(`errors:${payout.failure}`)}</Banner>}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-sm font-semibold text-ink-muted">{t('payouts:pay.open')}</h2>
        <Button ref={everything} icon="check" keys={keysOf('pay-out.everything')} onClick={fill}>
          {t('commands:pay-out.everything.label')}
        </Button>
      </div>
      <ul className="overflow-hidden rounded-lg border border-line bg-surface">
        {invoices.map((invoice) => (
          <li
            key={invoice.id}
            className="grid grid-cols-[minmax(0,1fr)_minmax(8rem,11rem)] items-start gap-x-4 gap-y-1 border-b border-line px-4 py-2 last:border-b-0"
          >
            <span className="flex min-h-8 flex-wrap items-center gap-x-4">
              <Link to={paths.invoice(invoice.id)} className="figures text-accent-text hover:underline">
                {invoice.code}
              </Link>
              <span className="text-sm text-ink-muted">
                {t('invoices:fields.remaining')} <Money amount={invoice.remaining} currency={currency} />
              </span>
            </span>
            <span>
              <TextInput
                aria-label={t('payouts:pay.amountOf', { code: invoice.code })}
                aria-invalid={problems[invoice.id] !== undefined}
                aria-describedby={problems[invoice.id] === undefined ? undefined : `problem-${invoice.id}`}
                inputMode={invoice.remaining < 0 ? 'text' : 'decimal'}
                numeric
                trailing={symbol}
                value={amounts[invoice.id] ?? ''}
                onChange={(event) =>
                  change({ amounts: { ...amounts, [invoice.id]: event.target.value }, failure: null })
                }
              />
              {problems[invoice.id] !== undefined && (
                <span id={`problem-${invoice.id}`} className="block pt-1 text-sm text-danger">
                  {t(`errors:${problems[invoice.id]}`)}
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-3">
        <Field label={t('payouts:fields.method')} required>
          <Select
            options={payoutMethods.map((value) => ({ value, label: t(`payouts:method.${value}`) }))}
            value={payout.method}
            onValueChange={(method) => change({ method })}
          />
        </Field>
        <Field label={t('payouts:fields.date')} required>
          <DateInput
            value={payout.date}
            today={todayIn(country)}
            onValueChange={(date) => change({ date })}
          />
        </Field>
        <Field label={t('payouts:fields.reference')}>
          <TextInput
            maxLength={120}
            dir="auto"
            value={payout.reference}
            onChange={(event) => change({ reference: event.target.value })}
          />
        </Field>
      </div>
      <dl className="flex flex-wrap items-baseline gap-x-8 gap-y-1 rounded-lg border border-line bg-surface p-4">
        <div>
          <dt className="text-sm text-ink-muted">{t('payouts:fields.total')}</dt>
          <dd className={cx('text-2xl font-semibold', total < 0 && 'text-danger')}>
            <Money amount={total} currency={currency} />
          </dd>
        </div>
        <div>
          <dt className="text-sm text-ink-muted">{t('payouts:pay.left')}</dt>
          <dd className="text-lg">
            <Money amount={payout.left} currency={currency} />
          </dd>
        </div>
      </dl>
      {total < 0 && <Banner tone="warning">{t('errors:PAYOUT_BELOW_ZERO')}</Banner>}
      <div>
        <Button
          ref={button}
          type="submit"
          variant="primary"
          size="lg"
          icon="banknote"
          keys="Enter"
          pending={payout.isPending}
          className="max-sm:w-full"
        >
          {t('payouts:pay.record')}
        </Button>
      </div>
    </form>
  )
}

/** Remounted for each country. */
const PayScreen = () => {
  const { country } = useWorkspace()
  return (
    <Announcer>
      <PaySeller key={country} />
    </Announcer>
  )
}

export default PayScreen
