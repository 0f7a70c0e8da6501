import { type ReactNode, type Ref, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { paths } from '../../../domain/access/paths.ts'
import { countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import type { PayoutWithLines } from '../../../domain/payouts/payout.ts'
import { useKeyContext } from '../../keyboard/use-keyboard.tsx'
import { Page } from '../../layouts/page.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/status.tsx'
import { Money } from '../../ui/format/money.tsx'
import { BrandMark, brandName } from '../../ui/icons/brand.tsx'
import { useCommandKeys } from '../../workspace/use-command-keys.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { ReadRecord } from '../record-form/record-screens.tsx'
import { CommandHints } from '../records/command-button.tsx'
import { noPayoutActions, payoutScreenActions } from './payout-commands.ts'
import { PayoutLines } from './payout-lines.tsx'
import './payout-print.css'

/** Receipt of a payout, to print and sign. */
const PayoutReceiptScreen = () => {
  const { id = '' } = useParams()
  useKeyContext('page:payout-receipt')
  return (
    <ReadRecord resource="payouts" id={id}>
      {/* A payout's answer includes its lines. */}
      {(payout) => <ReceiptPage payout={payout as PayoutWithLines} />}
    </ReadRecord>
  )
}

export default PayoutReceiptScreen

const ReceiptPage = ({ payout }: { payout: PayoutWithLines }) => {
  const { t } = useTranslation(['payouts', 'commands'])
  const { ports, run } = useWorkspace()
  const keysOf = useCommandKeys()
  const sheet = useRef<HTMLElement>(null)
  const isDeleted = useIsDeleted(payout.id)
  useLayoutEffect(() =>
    payoutScreenActions.show({
      ...noPayoutActions,
      printReceipt: isDeleted ? null : () => window.print(),
      leaveReceipt: () => ports.navigate(paths.list('payouts')),
    }),
  )
  // Focus for scrolling keys and screen readers.
  useEffect(() => sheet.current?.focus({ preventScroll: true }), [])
  return (
    <Page
      title={t('payouts:receipt.title', { code: payout.code })}
      actions={
        isDeleted ? null : (
          <Button
            variant="primary"
            icon="printer"
            keys={keysOf('payout-receipt.print')}
            onClick={() => run('payout-receipt.print')}
          >
            {t('commands:payout-receipt.print.label')}
          </Button>
        )
      }
      footer={<CommandHints commands={['payout-receipt.print', 'payout-receipt.back']} />}
    >
      {isDeleted && (
        <div className="mb-3 max-w-160 overflow-hidden rounded-md">
          <Banner tone="danger">{t('payouts:receipt.deleted')}</Banner>
        </div>
      )}
      <Receipt payout={payout} sheet={sheet} />
    </Page>
  )
}

/** Whether the payout was deleted or undone since: it must not be signed. */
const useIsDeleted = (id: string): boolean => {
  const { api, onLive } = useWorkspace()
  const [isDeleted, setDeleted] = useState(false)
  useEffect(() => {
    const request = new AbortController()
    const look = () =>
      api
        .list('payouts', { where: { ids: id }, limit: 1 }, { signal: request.signal })
        .then(({ total }) => setDeleted(total === 0))
        // Unknown: assume it is valid.
        .catch(() => undefined)
    const stop = onLive(({ resource, ids }) => {
      if (resource === 'payouts' && (ids === null || ids.includes(id))) void look()
    })
    return () => {
      request.abort()
      stop()
    }
  }, [api, onLive, id])
  return isDeleted
}

/** The printed part. */
const Receipt = ({ payout, sheet }: { payout: PayoutWithLines; sheet: Ref<HTMLElement> }) => {
  const { t, i18n } = useTranslation(['payouts', 'countries'])
  const { code, country, date, method, reference, ownerName, total, lines } = payout
  const { currency } = countries[country]
  const day = new Intl.DateTimeFormat(localeOf(i18n.language), { dateStyle: 'long', timeZone: 'UTC' })
  return (
    <article
      ref={sheet}
      tabIndex={-1}
      aria-label={t('payouts:receipt.title', { code })}
      className="print-root payout-sheet flex max-w-160 flex-col gap-5 rounded-lg border border-line bg-surface p-4 outline-none sm:p-8"
    >
      <header className="flex flex-wrap items-start justify-between gap-4">
        <div className="flex items-center gap-2">
          <BrandMark size={28} />
          <span className="text-lg font-semibold tracking-tight">{brandName}</span>
        </div>
        <div className="sm:text-right">
          <h2 className="text-xl font-semibold tracking-tight">{t('payouts:receipt.title', { code })}</h2>
          <p className="text-sm text-ink-muted">
            {day.format(Date.parse(date))} · {t(`countries:${country}`)}
          </p>
        </div>
      </header>
      <dl className="payout-block text-base">
        <Row term={t('payouts:fields.owner')}>
          <span dir="auto">{ownerName}</span>
        </Row>
        <Row term={t('payouts:fields.method')}>{t(`payouts:method.${method}`)}</Row>
        {reference !== null && (
          <Row term={t('payouts:fields.reference')}>
            <span dir="auto" className="wrap-anywhere">
              {reference}
            </span>
          </Row>
        )}
        <Row term={t('payouts:receipt.amount')} isStrong>
          <Money amount={total} currency={currency} />
        </Row>
      </dl>
      <PayoutLines lines={lines} country={country} />
      <div className="payout-block mt-10 grid grid-cols-2 gap-8">
        <p className="border-t border-line-strong pt-1 text-sm text-ink-muted">
          {t('payouts:receipt.paidBy')}
        </p>
        <p className="border-t border-line-strong pt-1 text-sm text-ink-muted">
          {t('payouts:receipt.receivedBy')}
          <span dir="auto" className="block text-ink">
            {ownerName}
          </span>
        </p>
      </div>
    </article>
  )
}

type RowProps = { term: string; isStrong?: boolean; children: ReactNode }

const Row = ({ term, isStrong = false, children }: RowProps) => (
  <div className="flex items-baseline justify-between gap-4 border-b border-line py-1.5">
    <dt className="text-ink-muted">{term}</dt>
    <dd className={isStrong ? 'text-lg font-semibold' : 'min-w-0 text-right'}>{children}</dd>
  </div>
)
