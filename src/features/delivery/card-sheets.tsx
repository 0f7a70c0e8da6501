import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import {
  fromThousandths,
  hasValidDecimals,
  largestAmount,
  parseAmount,
  toThousandths,
} from '../../../domain/lib/money.ts'
import type { Shipping } from '../../../domain/shippings/shipping.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { TextInput } from '../../ui/fields/text-input.tsx'
import { currencySymbol, Money, moneyFormat } from '../../ui/format/money.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import type { Delivery } from './optimistic-overlay.ts'
import { OutcomeDialog } from './outcome-dialog.tsx'
import type { useCards } from './use-cards.ts'

type DeliverDialogProps = {
  shipping: Shipping
  onClose: () => void
  /** The cash that was taken, in major units. */
  onDeliver: (collected: number) => void
}

/**
 * The cash, by default the amount due. Another amount is asked about once, with the difference; the same button or Enter then
 * confirms it.
 */
const DeliverDialog = ({ shipping, onClose, onDeliver }: DeliverDialogProps) => {
  const { t, i18n } = useTranslation(['delivery', 'form', 'errors'])
  const { country, totalPrice, number, customerName } = shipping
  const [text, setText] = useState(String(totalPrice))
  const [code, setCode] = useState<string | null>(null)
  /** The amount other than the one due that the question is about. */
  const [asked, setAsked] = useState<number | null>(null)
  const box = useRef<HTMLInputElement>(null)
  const { currency } = countries[country]
  const money = moneyFormat(localeOf(i18n.language), currency, true)
  const deliver = (event: FormEvent) => {
    event.preventDefault()
    const amount = parseAmount(text, country)
    const wrong = whyNotCash(amount, country)
    setCode(wrong)
    if (wrong !== null || amount === null) box.current?.focus()
    else if (amount === totalPrice || amount === asked) onDeliver(amount)
    else setAsked(amount)
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
              setAsked(null)
            }}
          />
        </Field>
        {/* In the page before it has a text, so that the text is announced. */}
        <p
          role="status"
          className={
            asked === null ? 'sr-only' : 'rounded-md border border-warning-line bg-warning-soft p-3 text-base'
          }
        >
          {asked !== null &&
            t(asked < totalPrice ? 'deliver.less' : 'deliver.more', {
              difference: money(differenceOf(asked, totalPrice)),
              due: money(totalPrice),
              cash: money(asked),
            })}
        </p>
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
          <Button variant="ghost" size="lg" className="min-h-12 pointer-coarse:min-h-12" onClick={onClose}>
            {t('form:cancel')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const differenceOf = (amount: number, due: number): number =>
  fromThousandths(Math.abs(toThousandths(amount) - toThousandths(due)))

const whyNotCash = (amount: number | null, country: Shipping['country']): string | null => {
  if (amount === null) return 'NOT_A_NUMBER'
  if (amount < 0) return 'TOO_SMALL'
  if (amount > largestAmount) return 'TOO_LARGE'
  return hasValidDecimals(amount, country) ? null : 'TOO_MANY_DECIMALS'
}

type CardSheetsProps = { cards: ReturnType<typeof useCards>; deliveries: readonly Delivery[] }

/** What a card has opened. */
export const CardSheets = ({ cards, deliveries }: CardSheetsProps) => {
  const { runWith } = useWorkspace()
  const { sheet, setSheet } = cards
  const shipping = deliveries.find((delivery) => delivery.shipping.id === sheet?.id)?.shipping
  if (sheet === null || shipping === undefined) return null
  const close = () => setSheet(null)
  const choose = (command: string, args: Record<string, string>) => {
    close()
    cards.activate(shipping.id)
    runWith(command, args)
  }
  return sheet.act === 'deliver' ? (
    <DeliverDialog
      shipping={shipping}
      onClose={close}
      onDeliver={(collected) =>
        collected === shipping.totalPrice
          ? choose('shipping.deliver', {})
          : choose('shipping.collect', { collected: String(collected) })
      }
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
