import { type Ref, useEffect, useLayoutEffect, useRef } from 'react'
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
import { useCommandKeys } from '../../workspace/use-command-keys.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { PaperHeader, PaperRow, paperClass, Signatures } from '../print/paper.tsx'
import { useIsGone } from '../print/use-is-gone.ts'
import { ReadRecord } from '../record-form/record-screens.tsx'
import { CommandHints } from '../records/command-button.tsx'
import { noPayoutActions, payoutScreenActions } from './payout-commands.ts'
import { PayoutLines } from './payout-lines.tsx'

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
  const isDeleted = useIsGone('payouts', payout.id)
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
      className={`${paperClass('a5')} max-w-160`}
    >
      <PaperHeader title={t('payouts:receipt.title', { code })}>
        {day.format(Date.parse(date))} · {t(`countries:${country}`)}
      </PaperHeader>
      <dl className="paper-block text-base">
        <PaperRow term={t('payouts:fields.owner')}>
          <span dir="auto">{ownerName}</span>
        </PaperRow>
        <PaperRow term={t('payouts:fields.method')}>{t(`payouts:method.${method}`)}</PaperRow>
        {reference !== null && (
          <PaperRow term={t('payouts:fields.reference')}>
            <span dir="auto" className="wrap-anywhere">
              {reference}
            </span>
          </PaperRow>
        )}
        <PaperRow term={t('payouts:receipt.amount')} isStrong>
          <Money amount={total} currency={currency} />
        </PaperRow>
      </dl>
      <PayoutLines lines={lines} country={country} />
      <Signatures
        of={[
          { words: t('payouts:receipt.paidBy') },
          { words: t('payouts:receipt.receivedBy'), name: ownerName },
        ]}
      />
    </article>
  )
}
