import { useQuery } from '@tanstack/react-query'
import { type Ref, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { paths } from '../../../domain/access/paths.ts'
import { scopeOf } from '../../../domain/access/permissions.ts'
import type { LiveEvent } from '../../../domain/changes/changes.ts'
import { countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { todayIn } from '../../../domain/lib/zone-clock.ts'
import type { Statement, StatementLine } from '../../../domain/payouts/statement.ts'
import { codeOf } from '../../../machines/failure.ts'
import { saveFile } from '../../api/save-file.ts'
import { KeyBufferFallback } from '../../keyboard/key-buffer.tsx'
import { useKeyContext } from '../../keyboard/use-keyboard.tsx'
import { Page } from '../../layouts/page.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { ErrorState, Skeleton } from '../../ui/feedback/screen-states.tsx'
import { DateInput } from '../../ui/fields/date-input.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { currencySymbol, Money } from '../../ui/format/money.tsx'
import { useCommandKeys } from '../../workspace/use-command-keys.ts'
import { useQueryParams } from '../../workspace/use-query-params.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { withQueries } from '../../workspace/workspace-queries.tsx'
import { PaperHeader, paperClass } from '../print/paper.tsx'
import { CommandHints } from '../records/command-button.tsx'
import { noPayoutActions, payoutScreenActions } from './payout-commands.ts'

const day = /^\d{4}-\d{2}-\d{2}$/

/** The account of a seller in a period: to read, print and export. Sellers see their own. */
const StatementScreen = () => {
  const { t } = useTranslation(['payouts', 'commands', 'errors', 'list'])
  const { api, country, user, ports, run, onLive } = useWorkspace()
  const keysOf = useCommandKeys()
  const [params, edit] = useQueryParams()
  const today = todayIn(country)
  const mayPay = scopeOf(user, 'payout.create') !== null
  const seller = mayPay ? params.get('seller') : user.id
  const from = params.get('from') ?? `${today.slice(0, 7)}-01`
  const to = params.get('to') ?? today
  const isPeriod = day.test(from) && day.test(to) && from <= to
  const asked = { country, from, to }
  const query = useQuery({
    queryKey: ['statement', seller, country, from, to],
    queryFn: ({ signal }) => api.payouts.statement(seller ?? '', asked, { signal }),
    enabled: seller !== null && isPeriod,
  })
  const onEvent = useEffectEvent(({ resource }: LiveEvent) => {
    if (resource === 'invoices' || resource === 'payouts') void query.refetch()
  })
  useEffect(() => onLive((event) => onEvent(event)), [onLive])
  const sheet = useRef<HTMLElement>(null)
  useKeyContext('page:statement')
  const statement = query.data
  // Later ones replace an answer while its period is typed.
  const isFirst = useRef(true)
  if (query.isFetched) isFirst.current = false
  const save = async () => {
    try {
      saveFile(
        await api.payouts.statementFile(seller ?? '', asked),
        `${t('payouts:statement.title', { name: statement?.sellerName })} ${from} ${to}.xlsx`,
      )
    } catch (error) {
      ports.notify({ tone: 'danger', titleKey: 'payouts:statement.notSaved', code: codeOf(error) })
    }
  }
  useLayoutEffect(() =>
    payoutScreenActions.show({
      ...noPayoutActions,
      printStatement: statement === undefined ? null : () => window.print(),
      exportStatement: statement === undefined ? null : () => void save(),
      paySeller: mayPay && seller !== null ? () => ports.navigate(paths.payOut({ seller })) : null,
    }),
  )
  const commands = ['statement.print', 'statement.export', ...(mayPay ? ['statement.pay'] : [])]
  return (
    <Page
      title={
        statement === undefined
          ? t('payouts:statement.one')
          : t('payouts:statement.title', { name: statement.sellerName })
      }
      actions={commands.map((id, at) => (
        <Button
          key={id}
          variant={at === 0 ? 'primary' : 'secondary'}
          icon={at === 0 ? 'printer' : id === 'statement.pay' ? 'banknote' : 'spreadsheet'}
          keys={keysOf(id)}
          disabled={statement === undefined}
          onClick={() => run(id)}
        >
          {t(`commands:${id}.label`)}
        </Button>
      ))}
      footer={<CommandHints commands={commands} />}
    >
      <div className="flex flex-col gap-4">
        <div className="grid max-w-120 grid-cols-2 gap-4">
          <Field label={t('payouts:statement.from')}>
            <DateInput
              value={from}
              today={today}
              onValueChange={(value) => edit((next) => next.set('from', value))}
            />
          </Field>
          <Field
            label={t('payouts:statement.to')}
            error={isPeriod ? undefined : t('errors:DATE_RANGE_INVALID')}
          >
            <DateInput
              value={to}
              today={today}
              onValueChange={(value) => edit((next) => next.set('to', value))}
            />
          </Field>
        </div>
        {seller === null ? (
          <p className="text-ink-muted">{t('payouts:statement.noSeller')}</p>
        ) : query.isError ? (
          <ErrorState
            title={t(`errors:${codeOf(query.error)}`)}
            action={{ label: t('list:refresh'), onPress: () => void query.refetch() }}
          />
        ) : statement === undefined ? (
          isPeriod && (
            <>
              {isFirst.current && <KeyBufferFallback takesFocus={false} />}
              <Skeleton lines={6} />
            </>
          )
        ) : (
          <StatementSheet statement={statement} sheet={sheet} />
        )}
      </div>
    </Page>
  )
}

export default withQueries(StatementScreen)

/** The printed part. */
const StatementSheet = ({ statement, sheet }: { statement: Statement; sheet: Ref<HTMLElement> }) => {
  const { t, i18n } = useTranslation(['payouts', 'countries'])
  const { country, sellerName, from, to, opening, lines, closing } = statement
  const locale = localeOf(i18n.language)
  const { currency } = countries[country]
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const ofDay = (date: string) => days.format(Date.parse(date))
  return (
    <article
      ref={sheet}
      aria-label={t('payouts:statement.title', { name: sellerName })}
      className={`${paperClass('a4')} max-w-240`}
    >
      <PaperHeader title={t('payouts:statement.title', { name: sellerName })}>
        {from === null ? ofDay(to) : days.formatRange(Date.parse(from), Date.parse(to))} ·{' '}
        {t(`countries:${country}`)}
      </PaperHeader>
      <p className="text-xs text-ink-muted">
        {t('payouts:statement.amounts', { currency: currencySymbol(locale, currency) })}
      </p>
      <section
        aria-label={t('payouts:statement.one')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable from the keyboard
        tabIndex={0}
        className="overflow-x-auto"
      >
        <table className="w-full border-collapse text-sm max-sm:text-xs">
          <thead>
            <tr className="border-b border-line-strong text-xs text-ink-muted">
              {(['date', 'entry', 'amount', 'balance'] as const).map((column) => (
                <th
                  key={column}
                  scope="col"
                  className={`${cellClass} ${column === 'amount' || column === 'balance' ? 'text-right' : 'text-left'}`}
                >
                  {t(`payouts:statement.columns.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <BalanceRow label={t('payouts:statement.opening')} amount={opening} currency={currency} />
            {lines.map((line) => (
              <tr key={`${line.kind} ${line.id}`} className="border-b border-line">
                <td className={`${cellClass} figures sm:whitespace-nowrap`}>{ofDay(line.date)}</td>
                <td className={cellClass}>
                  <Entry line={line} />
                </td>
                {[line.amount, line.balance].map((amount, at) => (
                  <td key={at === 0 ? 'amount' : 'balance'} className={`${cellClass} text-right`}>
                    <Money amount={amount} currency={currency} showCurrency={false} tone="plain" />
                  </td>
                ))}
              </tr>
            ))}
            <BalanceRow label={t('payouts:statement.closing')} amount={closing} currency={currency} />
          </tbody>
        </table>
      </section>
      <p className="paper-block text-right text-sm">
        {t(`payouts:statement.${closing === 0 ? 'even' : closing > 0 ? 'weOwe' : 'owesUs'}`, {
          name: sellerName,
          amount: Math.abs(closing),
          formatParams: { amount: { currency } },
        })}
      </p>
    </article>
  )
}

const Entry = ({ line: { kind, id, code, method, reference } }: { line: StatementLine }) => {
  const { t } = useTranslation('payouts')
  const to = kind === 'payout' ? paths.view('payouts', id) : paths.invoice(id)
  const more = [method && t(`method.${method}`), reference].filter(Boolean).join(' · ')
  return (
    <>
      {t(`statement.kinds.${kind}`)}{' '}
      <Link
        to={to}
        className="figures rounded-sm whitespace-nowrap text-accent-text hover:underline print:text-inherit"
      >
        {code}
      </Link>
      {more !== '' && (
        <span dir="auto" className="block text-xs wrap-anywhere text-ink-muted">
          {more}
        </span>
      )}
    </>
  )
}

const BalanceRow = ({ label, amount, currency }: { label: string; amount: number; currency: string }) => (
  <tr className="border-b border-line-strong font-semibold">
    <th scope="row" colSpan={3} className={`${cellClass} text-left`}>
      {label}
    </th>
    <td className={`${cellClass} text-right font-semibold`}>
      <Money amount={amount} currency={currency} showCurrency={false} tone="plain" />
    </td>
  </tr>
)

const cellClass = 'px-1 py-1.5 align-top sm:px-2'
