import { type Ref, useEffect, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router-dom'
import { paths } from '../../../domain/access/paths.ts'
import { admits } from '../../../domain/access/routes.ts'
import { countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import type { HandoverWithLines } from '../../../domain/handovers/handover.ts'
import { amountDifference, sumAmounts } from '../../../domain/lib/money.ts'
import { useKeyContext } from '../../keyboard/use-keyboard.tsx'
import { Page } from '../../layouts/page.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Banner } from '../../ui/feedback/status.tsx'
import { Money, moneyFormat } from '../../ui/format/money.tsx'
import { useCommandKeys } from '../../workspace/use-command-keys.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { PaperHeader, PaperRow, paperClass, Signatures } from '../print/paper.tsx'
import { useIsGone } from '../print/use-is-gone.ts'
import { ReadRecord } from '../record-form/record-screens.tsx'
import { CommandHints } from '../records/command-button.tsx'
import { countActions, noHandoverActions } from './handover-commands.ts'
import { HandoverLines } from './handover-lines.tsx'

const hinted = ['receipt.print', 'receipt.next', 'receipt.back'] as const

/** Receipt of a handover, to print and sign. */
const ReceiptScreen = () => {
  const { id = '' } = useParams()
  useKeyContext('page:receipt')
  return (
    <ReadRecord resource="handovers" id={id}>
      {/* A handover's answer includes its lines. */}
      {(handover) => <ReceiptPage handover={handover as HandoverWithLines} />}
    </ReadRecord>
  )
}

export default ReceiptScreen

const ReceiptPage = ({ handover }: { handover: HandoverWithLines }) => {
  const { t } = useTranslation(['handovers', 'commands'])
  const { ports, user, run } = useWorkspace()
  const keysOf = useCommandKeys()
  const sheet = useRef<HTMLElement>(null)
  const mayCount = admits('/handovers/count', user)
  const isUndone = useIsGone('handovers', handover.id)
  useLayoutEffect(() =>
    countActions.show({
      ...noHandoverActions,
      print: isUndone ? null : () => window.print(),
      next: mayCount ? () => ports.navigate(paths.countCash()) : null,
      leave: () => ports.navigate(paths.list('handovers')),
    }),
  )
  // Focus for scrolling keys and screen readers.
  useEffect(() => sheet.current?.focus({ preventScroll: true }), [])
  return (
    <Page
      title={t('handovers:receipt.title', { number: handover.number })}
      actions={
        <>
          {!isUndone && (
            <Button
              variant="primary"
              icon="printer"
              keys={keysOf('receipt.print')}
              onClick={() => run('receipt.print')}
            >
              {t('commands:receipt.print.label')}
            </Button>
          )}
          {mayCount && (
            <Button icon="banknote" keys={keysOf('receipt.next')} onClick={() => run('receipt.next')}>
              {t('commands:receipt.next.label')}
            </Button>
          )}
        </>
      }
      footer={<CommandHints commands={hinted.filter((id) => mayCount || id !== 'receipt.next')} />}
    >
      {isUndone && (
        <div className="mb-3 max-w-160 overflow-hidden rounded-md">
          <Banner tone="danger">{t('handovers:receipt.undone')}</Banner>
        </div>
      )}
      <Receipt handover={handover} sheet={sheet} />
    </Page>
  )
}

type ReceiptProps = { handover: HandoverWithLines; sheet: Ref<HTMLElement> }

/** The printed part. */
const Receipt = ({ handover, sheet }: ReceiptProps) => {
  const { t, i18n } = useTranslation(['handovers', 'countries'])
  const { number, country, delivery, deliveryName, receivedBy, receivedByName, createdAt, lines } = handover
  const { earned, keptBack, expected, counted, difference, note, balanceBefore } = handover
  const paidOut = amountDifference(earned, keptBack)
  const balanceAfter = sumAmounts([balanceBefore, difference])
  const { currency, timeZone } = countries[country]
  const at = new Intl.DateTimeFormat(localeOf(i18n.language), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  })
  const money = moneyFormat(localeOf(i18n.language), currency, true)
  const balanceWords = (balance: number) =>
    balance === 0
      ? money(0)
      : t(balance < 0 ? 'handovers:receipt.owedByCourier' : 'handovers:receipt.owedToCourier', {
          amount: money(Math.abs(balance)),
        })
  const people = [
    {
      id: delivery,
      role: t('handovers:fields.delivery'),
      signature: t('handovers:receipt.signatures.delivery'),
      name: deliveryName,
    },
    {
      id: receivedBy,
      role: t('handovers:fields.receivedBy'),
      signature: t('handovers:receipt.signatures.receivedBy'),
      name: receivedByName,
    },
  ]
  return (
    <article
      ref={sheet}
      tabIndex={-1}
      aria-label={t('handovers:receipt.title', { number })}
      className={`${paperClass('a5')} max-w-160`}
    >
      <PaperHeader title={t('handovers:receipt.title', { number })}>
        {at.format(Date.parse(createdAt))} · {t(`countries:${country}`)}
      </PaperHeader>
      <dl className="paper-block text-base">
        {people.map(({ id, role, name }) => (
          <PaperRow key={role} term={role}>
            <span id={`receipt-${id}`} dir="auto">
              {name}
            </span>
          </PaperRow>
        ))}
        {keptBack !== 0 && (
          <>
            <PaperRow term={t('handovers:lines.collected')}>
              <Money amount={sumAmounts([expected, keptBack])} currency={currency} />
            </PaperRow>
            <PaperRow term={t('handovers:fields.keptBack')}>
              <Money amount={-keptBack} currency={currency} />
            </PaperRow>
          </>
        )}
        <PaperRow term={t('handovers:fields.expected')}>
          <Money amount={expected} currency={currency} />
        </PaperRow>
        <PaperRow term={t('handovers:fields.counted')} isStrong>
          <Money amount={counted} currency={currency} />
        </PaperRow>
        {difference !== 0 && (
          <PaperRow term={t('handovers:fields.difference')} isStrong>
            <Money amount={difference} currency={currency} />
          </PaperRow>
        )}
        {(balanceBefore !== 0 || balanceAfter !== 0) && (
          <>
            <PaperRow term={t('handovers:receipt.balanceBefore')}>{balanceWords(balanceBefore)}</PaperRow>
            <PaperRow term={t('handovers:receipt.balanceAfter')}>{balanceWords(balanceAfter)}</PaperRow>
          </>
        )}
        {earned !== 0 && (
          <PaperRow term={t('handovers:fields.earned')}>
            <Money amount={earned} currency={currency} />
          </PaperRow>
        )}
        {paidOut !== 0 && (
          <PaperRow term={t('handovers:earnings.paidOut')} isStrong>
            <Money amount={paidOut} currency={currency} />
          </PaperRow>
        )}
      </dl>
      {note !== null && (
        <section className="paper-block">
          <h3 className="text-xs text-ink-muted">{t('handovers:fields.note')}</h3>
          <p dir="auto" className="wrap-anywhere whitespace-pre-line">
            {note}
          </p>
        </section>
      )}
      {lines.length > 0 && <HandoverLines lines={lines} country={country} />}
      <Signatures of={people.map(({ signature, name }) => ({ words: signature, name }))} />
    </article>
  )
}
