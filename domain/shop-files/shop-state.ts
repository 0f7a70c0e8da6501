import { fold } from '../lib/fold.ts'

/** States of an order or a payment, in the shops' own words and in those of their translations, folded. */
const words = {
  cancelled:
    'cancelled, canceled, trash, checkout draft, auto draft, draft, annule, annulee, storniert, annullato, annullata, cancelado, ' +
    'cancelada, отменен, отменено, ملغي, ملغى',
  refunded:
    'refunded, rembourse, remboursee, erstattet, ruckerstattet, rimborsato, rimborsata, reembolsado, reembolsada, возвращен, ' +
    'возвращено, مسترد',
  paid: 'paid, partially refunded, paye, payee, bezahlt, pagato, pagata, pagado, pagada, оплачен, оплачено, مدفوع',
  fulfilled:
    'fulfilled, completed, delivered, termine, terminee, traite, traitee, livre, livree, abgeschlossen, geliefert, completato, ' +
    'completata, completado, completada, выполнен, выполнено, доставлен',
} as const

export type WrittenState = keyof typeof words

const known: Record<WrittenState, ReadonlySet<string>> = {
  cancelled: setOf(words.cancelled),
  refunded: setOf(words.refunded),
  paid: setOf(words.paid),
  fulfilled: setOf(words.fulfilled),
}

function setOf(list: string): ReadonlySet<string> {
  return new Set(list.split(',').map(fold))
}

/** Whether a cell says this of its order. `wc-cancelled` is WooCommerce's own spelling. */
export const saysState = (state: WrittenState, text: string): boolean =>
  known[state].has(fold(text.replace(/^wc-/i, '')))
