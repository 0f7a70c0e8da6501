import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { amountDifference, hasValidDecimals, largestAmount } from '../../../domain/lib/money.ts'
import { readAmount } from '../../../domain/lib/typed/read-amount.ts'
import { whyNotCollect } from '../../../domain/shippings/collected.ts'
import { type Shipping, shippingMoveFields } from '../../../domain/shippings/shipping.ts'
import type { OutboxEntry } from '../../../machines/outbox/outbox-types.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { currencySymbol, Money, moneyFormat } from '../../ui/format/money.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { chosenMapApps, mapLinkOf } from './delivery-commands.ts'
import { type Delivery, isOfAmount } from './optimistic-overlay.ts'
import { OutcomeDialog } from './outcome-dialog.tsx'
import type { CashDraft, useCards } from './use-cards.ts'

type DeliverDialogProps = {
  shipping: Shipping
  /** An amount typed before and refused. */
  typed?: number
  draft: CashDraft | undefined
  /** Keeps what was typed, in case the dialog is closed by a slip. */
  onType: (draft: CashDraft) => void
  onClose: () => void
  onCancel: () => void
  /** Cash collected in major units, and why it is not the amount due. */
  onDeliver: (collected: number, reason: string) => void
}

/**
 * Cash dialog, default the amount due. For another amount it asks once for the reason, showing the difference; the same button
 * or Enter confirms.
 */
const DeliverDialog = ({
  shipping,
  typed,
  draft,
  onType,
  onClose,
  onCancel,
  onDeliver,
}: DeliverDialogProps) => {
  const { t, i18n } = useTranslation(['delivery', 'form', 'errors'])
  const { country, totalPrice, number, customerName } = shipping
  const [text, setText] = useState(draft?.text ?? String(typed ?? totalPrice))
  const [code, setCode] = useState<string | null>(null)
  /** The differing amount in question. */
  const [asked, setAsked] = useState<number | null>(null)
  const [reason, setReason] = useState(draft?.reason ?? '')
  const [isReasonMissing, setReasonMissing] = useState(false)
  const box = useRef<HTMLInputElement>(null)
  const why = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (asked !== null) why.current?.focus()
  }, [asked])
  const { currency } = countries[country]
  const money = moneyFormat(localeOf(i18n.language), currency, true)
  const deliver = (event: FormEvent) => {
    event.preventDefault()
    const amount = readAmount(text, country)
    const wrong = whyNotCash(amount, shipping)
    setCode(wrong)
    if (wrong !== null || amount === null) box.current?.focus()
    else if (amount === totalPrice) onDeliver(amount, '')
    else if (amount !== asked) setAsked(amount)
    else if (whyNotCollect(shipping, { collected: amount, reason }) === null) onDeliver(amount, reason.trim())
    else {
      setReasonMissing(true)
      why.current?.focus()
    }
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title={t('deliver.title', { number })}
      description={customerName}
      initialFocus={box}
    >
      <form onSubmit={deliver} className="flex flex-col gap-4" noValidate>
        <p className="flex items-baseline justify-between gap-3">
          <span className="text-ink-muted">{t('card.toCollect')}</span>
          <Money amount={totalPrice} currency={currency} className="text-xl font-semibold" />
        </p>
        <Field label={t('deliver.cash')} error={code === null ? undefined : t(`errors:${code}`)}>
          <TextInput
            ref={box}
            size="lg"
            inputMode="decimal"
            numeric
            trailing={currencySymbol(localeOf(i18n.language), currency)}
            value={text}
            onFocus={(event) => event.target.select()}
            onChange={(event) => {
              setText(event.target.value)
              onType({ text: event.target.value, reason })
              setCode(null)
              setAsked(null)
              setReasonMissing(false)
            }}
          />
        </Field>
        {/* A live region must exist before its text. */}
        <p
          role="status"
          className={
            asked === null ? 'sr-only' : 'rounded-md border border-warning-line bg-warning-soft p-3 text-base'
          }
        >
          {asked !== null &&
            t(asked < totalPrice ? 'deliver.less' : 'deliver.more', {
              difference: money(Math.abs(amountDifference(asked, totalPrice))),
              due: money(totalPrice),
              cash: money(asked),
            })}
        </p>
        {asked !== null && (
          <Field
            label={t('deliver.reason')}
            error={isReasonMissing ? t('errors:REASON_REQUIRED') : undefined}
            required
          >
            <TextInput
              ref={why}
              size="lg"
              dir="auto"
              maxLength={shippingMoveFields.reason.max}
              value={reason}
              onChange={(event) => {
                setReason(event.target.value)
                onType({ text, reason: event.target.value })
                setReasonMissing(false)
              }}
            />
          </Field>
        )}
        <div className="flex flex-col gap-2">
          <Button
            type="submit"
            variant="primary"
            size="lg"
            icon="package-check"
            keys="Enter"
            className="min-h-12 pointer-coarse:min-h-12"
          >
            {asked === null ? t('deliver.confirm') : t('deliver.confirmCash', { cash: money(asked) })}
          </Button>
          <Button variant="ghost" size="lg" className="min-h-12 pointer-coarse:min-h-12" onClick={onCancel}>
            {t('form:cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Error of the amount itself; the reason is asked for later. */
const whyNotCash = (amount: number | null, shipping: Shipping): string | null => {
  if (amount === null) return 'NOT_A_NUMBER'
  if (amount < 0) return 'TOO_SMALL'
  if (amount > largestAmount) return 'TOO_LARGE'
  if (!hasValidDecimals(amount, shipping.country)) return 'TOO_MANY_DECIMALS'
  const code = whyNotCollect(shipping, { collected: amount })
  return code === 'REASON_REQUIRED' ? null : code
}

/** Amount of a delivery refused for its amount. */
const typedIn = (refused: OutboxEntry | null | undefined): number | undefined =>
  isOfAmount(refused?.refusal) && typeof refused?.body.collected === 'number'
    ? refused.body.collected
    : undefined

/** Applications for the route, where the phone's system asks for none. */
const MapDialog = ({ shipping, onClose }: { shipping: Shipping; onClose: () => void }) => {
  const { t } = useTranslation('delivery')
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title={t('map.title', { number: shipping.number })}
      description={shipping.customerAddress}
    >
      <div className="flex flex-col gap-2">
        {chosenMapApps.map(([app, name]) => (
          <a
            key={app}
            href={mapLinkOf(app, shipping)}
            target="_blank"
            rel="noreferrer"
            onClick={onClose}
            className="inline-flex min-h-12 items-center gap-2 rounded-md border border-line-strong bg-raised px-4 font-medium text-ink hover:bg-hover"
          >
            <Icon name="map-pin" />
            {name}
          </a>
        ))}
      </div>
    </Dialog>
  )
}

type CardSheetsProps = { cards: ReturnType<typeof useCards>; deliveries: readonly Delivery[] }

/** The dialog opened by a card. */
export const CardSheets = ({ cards, deliveries }: CardSheetsProps) => {
  const { runWith, outbox } = useWorkspace()
  const { sheet, setSheet } = cards
  const delivery = deliveries.find((each) => each.shipping.id === sheet?.id)
  const shipping = delivery?.shipping
  const refused = delivery?.refused
  if (sheet === null || shipping === undefined) return null
  const close = () => setSheet(null)
  const choose = (command: string, args: Record<string, string>) => {
    close()
    cards.activate(shipping.id)
    cards.answer(command)
    runWith(command, args)
  }
  if (sheet.act === 'map') return <MapDialog shipping={shipping} onClose={close} />
  return sheet.act === 'deliver' ? (
    <DeliverDialog
      shipping={shipping}
      typed={typedIn(refused)}
      draft={cards.drafts.get(shipping.id)}
      onType={(draft) => cards.drafts.set(shipping.id, draft)}
      onClose={close}
      onCancel={() => {
        cards.drafts.delete(shipping.id)
        close()
      }}
      onDeliver={(collected, reason) => {
        cards.drafts.delete(shipping.id)
        // The corrected delivery replaces the refused one.
        if (refused && isOfAmount(refused.refusal)) outbox.discard(refused.id)
        if (collected === shipping.totalPrice) choose('shipping.deliver', {})
        else choose('shipping.collect', { collected: String(collected), reason })
      }}
    />
  ) : (
    <OutcomeDialog
      shipping={shipping}
      initiallyAsked={sheet.asked ?? null}
      onClose={close}
      onChoose={choose}
    />
  )
}
