import { type Ref, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { countries } from '../../../domain/countries.ts'
import { formatPhone } from '../../../domain/lib/phone-format.ts'
import { DayCell } from '../../resources/cells/cells.tsx'
import { shippingLooks } from '../../resources/status-tones.ts'
import { cx } from '../../ui/cx.ts'
import { StatusBadge } from '../../ui/feedback/status.tsx'
import { Money } from '../../ui/figures/money.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { CardActions } from './card-actions.tsx'
import { CardOutbox } from './card-outbox.tsx'
import type { Delivery } from './overlay.ts'

type DeliveryCardProps = {
  delivery: Delivery
  /** The keyboard stands on it. */
  isActive: boolean
  /** Whose it is, where more than one person's are shown. */
  withGuy: boolean
  onActivate: () => void
  onReturn: () => void
  ref: Ref<HTMLElement>
}

/** One parcel: who, where, how much, and what can be done, each a thumb wide. */
export const DeliveryCard = ({
  delivery,
  isActive,
  withGuy,
  onActivate,
  onReturn,
  ref,
}: DeliveryCardProps) => {
  const { t } = useTranslation(['delivery', 'shippings'])
  const headingId = useId()
  const { shipping, waiting, refused } = delivery
  const { status, country, collected } = shipping
  const isOver =
    status === 'DELIVERED' || status === 'RETURNED' || status === 'CANCELLED' || status === 'LOST'
  // Of a parcel that nobody pays for, the amount is not what is read first.
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
          <span className="whitespace-nowrap">{formatPhone(shipping.customerPhone)}</span>
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
        {withGuy && shipping.deliveryName && <Fact icon="user">{shipping.deliveryName}</Fact>}
      </ul>
      <CardOutbox waiting={waiting} refused={refused} />
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
