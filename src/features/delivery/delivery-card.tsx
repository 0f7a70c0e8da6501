import { type MouseEvent, type Ref, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { countries } from '../../../domain/core/countries.ts'
import type { Shipping } from '../../../domain/shippings/shipping.ts'
import { discardedWith, type OutboxEntry } from '../../../machines/outbox/outbox-types.ts'
import { DayCell } from '../../resources/cells/cells.tsx'
import { shippingLooks } from '../../resources/shared/status-tones.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { cx } from '../../ui/cx.ts'
import { StatusBadge } from '../../ui/feedback/status.tsx'
import { Money } from '../../ui/format/money.tsx'
import { callLink, phoneText } from '../../ui/format/phone.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import type { IconName } from '../../ui/icons/icon-set.ts'
import { refusalKey } from '../../workspace/refusal-key.ts'
import { useDiscard } from '../../workspace/use-discard.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { departureOf, mapLink, nextStepOf, outcomeLabel } from './delivery-commands.ts'
import { type Delivery, isOfAmount } from './optimistic-overlay.ts'

type CardActionsProps = {
  shipping: Shipping
  onActivate: () => void
  /** Opens the confirmation of a return to the depot. */
  onReturn: () => void
}

/** The main next step (for a refused parcel its return, or the way back), and buttons for call, map and other outcomes. */
export const CardActions = ({ shipping, onActivate, onReturn }: CardActionsProps) => {
  const { t } = useTranslation(['delivery', 'commands'])
  const { user, run } = useWorkspace()
  const { number, customerPhone } = shipping
  const dial = callLink(customerPhone)
  const map = mapLink(shipping, navigator.userAgent)
  const step = nextStepOf(user, shipping)
  const mayReturn = step === 'return'
  const isOut = step === 'deliver'
  const departure = departureOf(shipping.attempts)
  const act = (command: string) => () => {
    onActivate()
    run(command)
  }
  return (
    <div className="mt-auto flex flex-col gap-2 pt-1">
      {isOut && (
        <Button
          variant="primary"
          size="lg"
          icon="package-check"
          className="min-h-12 pointer-coarse:min-h-12"
          aria-label={t('act.deliverNumber', { number })}
          onClick={act('delivery.hand-over')}
        >
          {t('act.deliver')}
        </Button>
      )}
      {mayReturn && (
        <Button
          variant="primary"
          size="lg"
          icon="rotate-ccw"
          className="min-h-12 pointer-coarse:min-h-12"
          aria-label={t('act.returnNumber', { number })}
          onClick={onReturn}
        >
          {t('act.return')}
        </Button>
      )}
      {step === 'other' && (
        <p className="flex min-h-12 items-center gap-3 rounded-md border border-warning-line bg-warning-soft px-4 py-2 text-base font-medium">
          <Icon name="rotate-ccw" className="shrink-0 text-warning" />
          {t('act.bringBack')}
        </p>
      )}
      {step === 'dispatch' && (
        <Button
          variant="primary"
          size="lg"
          icon="truck"
          className="min-h-12 pointer-coarse:min-h-12"
          aria-label={t(`act.${departure}Number`, { number })}
          onClick={act('shipping.dispatch')}
        >
          {t(`act.${departure}`)}
        </Button>
      )}
      <div className="grid grid-cols-4 gap-2">
        {dial === null ? (
          <ActionButton
            icon="phone-call"
            label={t('act.callNumber', { number })}
            word={t('act.call')}
            onClick={act('delivery.call')}
          />
        ) : (
          <ActionLink
            icon="phone-call"
            href={dial}
            label={t('act.callNumber', { number })}
            word={t('act.call')}
          />
        )}
        <ActionButton
          icon="comment"
          label={t('act.messageNumber', { number })}
          word={t('act.message')}
          onClick={act('shipping.message')}
        />
        {map === null ? (
          <ActionButton
            icon="map-pin"
            label={t('act.mapNumber', { number })}
            word={t('act.map')}
            onClick={act('delivery.map')}
          />
        ) : (
          <ActionLink icon="map-pin" href={map} label={t('act.mapNumber', { number })} word={t('act.map')} />
        )}
        <ActionButton
          icon="more"
          label={t('act.otherNumber', { number })}
          word={t('act.other')}
          onClick={act('delivery.outcome')}
        />
      </div>
    </div>
  )
}

type ActionLinkProps = { icon: IconName; href: string; label: string; word: string }

const ActionLink = ({ icon, href, label, word }: ActionLinkProps) => (
  <a
    href={href}
    aria-label={label}
    {...(href.startsWith('https:') ? { target: '_blank', rel: 'noreferrer' } : {})}
    className={actionClass}
  >
    <Icon name={icon} />
    <span className="max-w-full hyphens-auto wrap-break-word">{word}</span>
  </a>
)

type ActionButtonProps = Omit<ActionLinkProps, 'href'> & { onClick: () => void }

const ActionButton = ({ icon, label, word, onClick }: ActionButtonProps) => (
  <button type="button" aria-label={label} onClick={onClick} className={actionClass}>
    <Icon name={icon} />
    <span className="max-w-full hyphens-auto wrap-break-word">{word}</span>
  </button>
)

/** The icon above the word, so that no language is cut at 360 px. */
const actionClass =
  'flex min-h-14 min-w-0 flex-col items-center justify-center gap-0.5 rounded-md border border-line-strong bg-raised px-0.5 py-1.5 ' +
  'text-center text-sm leading-tight max-[24rem]:text-xs font-medium text-ink hover:bg-hover'

/** Activates the card of the pressed button, for the next shortcut. */
const focusCard = ({ currentTarget }: MouseEvent<HTMLElement>): void =>
  currentTarget.closest('article')?.focus()

type CardOutboxProps = {
  waiting: readonly OutboxEntry[]
  refused: OutboxEntry | null
  /** Opens the delivery with the refused amount. */
  onCorrect: () => void
}

/** Pending and refused changes of a parcel, with actions. */
export const CardOutbox = ({ waiting, refused, onCorrect }: CardOutboxProps) => {
  const { t } = useTranslation(['delivery', 'commands', 'errors'])
  const { outbox, user } = useWorkspace()
  const discard = useDiscard()
  return (
    <>
      {refused !== null && (
        <div
          role="alert"
          className="flex flex-col gap-2 rounded-md border border-danger-line bg-danger-soft p-3"
        >
          <p className="flex items-start gap-2 text-base">
            <Icon name="alert" className="mt-0.5 shrink-0 text-danger" />
            <span>
              <span className="font-medium">
                {t('refused.title', { verb: outcomeLabel(refused.verb, t, user.role) })}
              </span>{' '}
              {t(refusalKey(refused, user.role))}
            </span>
          </p>
          <div className="flex flex-wrap gap-2">
            {isOfAmount(refused.refusal) ? (
              <Button
                className="min-h-12 pointer-coarse:min-h-12 grow"
                icon="pencil"
                onClick={(event) => {
                  focusCard(event)
                  onCorrect()
                }}
              >
                {t('refused.correct')}
              </Button>
            ) : (
              <Button
                className="min-h-12 pointer-coarse:min-h-12 grow"
                icon="refresh"
                onClick={(event) => {
                  focusCard(event)
                  outbox.retry(refused.id)
                }}
              >
                {t('refused.retry')}
              </Button>
            )}
            <Button
              className="min-h-12 pointer-coarse:min-h-12 grow"
              icon="trash"
              onClick={(event) => {
                focusCard(event)
                void discard(discardedWith(refused, waiting))
              }}
            >
              {t('refused.discard')}
            </Button>
          </div>
        </div>
      )}
      {waiting.map((entry) => (
        <div
          key={entry.id}
          className="flex items-center justify-between gap-2 rounded-md border border-warning-line bg-warning-soft py-1 pr-1 pl-3"
        >
          <p className="flex min-w-0 items-center gap-2 text-sm">
            <Icon name="clock" className="shrink-0 text-warning" />
            {t('waiting.one', { verb: outcomeLabel(entry.verb, t, user.role) })}
          </p>
          <Button
            variant="ghost"
            className="min-h-12 pointer-coarse:min-h-12"
            aria-label={t('waiting.discardNumber', { number: entry.record.number })}
            onClick={(event) => {
              focusCard(event)
              outbox.discard(entry.id)
            }}
          >
            {t('waiting.discard')}
          </Button>
        </div>
      ))}
    </>
  )
}

type DeliveryCardProps = {
  delivery: Delivery
  /** The active card. */
  isActive: boolean
  /** Shows the courier, if several are listed. */
  withCourier: boolean
  onActivate: () => void
  onReturn: () => void
  onCorrect: () => void
  ref: Ref<HTMLElement>
}

/** A parcel as a card: customer, address, amount, touch-size actions. */
export const DeliveryCard = ({
  delivery,
  isActive,
  withCourier,
  onActivate,
  onReturn,
  onCorrect,
  ref,
}: DeliveryCardProps) => {
  const { t } = useTranslation(['delivery', 'shippings'])
  const headingId = useId()
  const { shipping, waiting, refused } = delivery
  const { status, country, collected } = shipping
  const isOver =
    status === 'DELIVERED' || status === 'RETURNED' || status === 'CANCELLED' || status === 'LOST'
  // If nothing is collected, the amount is secondary.
  const amountLabel =
    collected !== null ? 'collected' : isOver || status === 'REFUSED' ? 'value' : 'toCollect'
  return (
    <article
      ref={ref}
      aria-labelledby={headingId}
      aria-current={isActive || undefined}
      tabIndex={isActive ? 0 : -1}
      onFocus={onActivate}
      onPointerDown={onActivate}
      className={cx(
        'flex scroll-mt-4 flex-col gap-3 rounded-lg border bg-surface p-4',
        isActive ? 'border-accent' : 'border-line',
      )}
    >
      <div>
        <div className="flex items-start justify-between gap-3">
          <h3 id={headingId} className="min-w-0 text-lg font-semibold wrap-anywhere">
            {shipping.customerName}
          </h3>
          <StatusBadge {...shippingLooks[status]} className="shrink-0">
            {t(`shippings:status.${status}`)}
          </StatusBadge>
        </div>
        <p className="figures text-sm text-ink-muted">
          {t('number', { number: shipping.number })} ·{' '}
          <span className="whitespace-nowrap">{phoneText(shipping.customerPhone)}</span>
        </p>
      </div>
      <p className="flex items-start gap-2 text-lg wrap-break-word">
        <Icon name="map-pin" className="mt-1 text-ink-muted" />
        <span className="min-w-0">{shipping.customerAddress}</span>
      </p>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <Money
          amount={collected ?? shipping.totalPrice}
          currency={countries[country].currency}
          className={amountLabel === 'value' ? 'text-base text-ink-muted' : 'text-2xl font-semibold'}
        />
        <span className="text-sm text-ink-muted">{t(`card.${amountLabel}`)}</span>
      </div>
      <ul className="flex flex-col gap-1 text-base text-ink-muted">
        <Fact icon="package">
          {shipping.productName} × <span className="figures">{shipping.quantity}</span>
        </Fact>
        {shipping.comment && <Fact icon="comment">{shipping.comment}</Fact>}
        {shipping.postponedTo && (
          <Fact icon="calendar-clock">
            <DayCell value={shipping.postponedTo} />
          </Fact>
        )}
        {withCourier && shipping.deliveryName && <Fact icon="user">{shipping.deliveryName}</Fact>}
      </ul>
      <CardOutbox waiting={waiting} refused={refused} onCorrect={onCorrect} />
      {!isOver && <CardActions shipping={shipping} onActivate={onActivate} onReturn={onReturn} />}
    </article>
  )
}

const Fact = ({
  icon,
  children,
}: {
  icon: 'package' | 'comment' | 'calendar-clock' | 'user'
  children: React.ReactNode
}) => (
  <li className="flex items-start gap-2 wrap-break-word">
    <Icon name={icon} className="mt-0.5 shrink-0" />
    <span className="min-w-0">{children}</span>
  </li>
)
