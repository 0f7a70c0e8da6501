import { useWorkspace } from '../../workspace/workspace.ts'
import { DeliverDialog } from './deliver-dialog.tsx'
import type { Delivery } from './optimistic-overlay.ts'
import { OutcomeDialog } from './outcome-dialog.tsx'
import type { useCards } from './use-cards.ts'

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
