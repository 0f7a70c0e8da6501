import {
  type ReturnCondition,
  type ShippingStatus,
  shippingStatuses,
} from '../fulfillment/shipping-status.ts'
import { fold } from '../lib/fold.ts'

export type SheetStatus = { status: ShippingStatus; condition: ReturnCondition | null }

/**
 * What carriers write for each status in six languages: the console's own names and common synonyms. Compared folded: case,
 * accents and punctuation do not matter.
 */
const statusWords: Record<ShippingStatus, string> = {
  PENDING:
    'en attente, attente, pending, waiting, pendiente, en espera, offen, ausstehend, in attesa, в ожидании, ожидает',
  ASSIGNED:
    'attribuée, attribué, assignée, assigné, affectée, affecté, assigned, asignada, asignado, zugewiesen, zugeteilt, assegnata, assegnato, affidata, affidato, назначена, назначен, назначено',
  OUT_FOR_DELIVERY:
    'en tournée, en livraison, en cours de livraison, en cours, sortie, sorti, out for delivery, out, with driver, on the road, en reparto, en ruta, en camino, auf tour, in zustellung, in auslieferung, unterwegs, in consegna, partita, partito, в доставке, в пути, у курьера',
  DELIVERED:
    'livrée, livré, livraison effectuée, remise, remis, remis au client, delivered, pod, entregada, entregado, zugestellt, geliefert, ausgeliefert, consegnata, consegnato, вручена, вручен, вручено, доставлена, доставлен, доставлено',
  POSTPONED:
    'reportée, reporté, report, décalée, décalé, postponed, rescheduled, aplazada, aplazado, pospuesta, pospuesto, reprogramada, reprogramado, verschoben, vertagt, rimandata, rimandato, posticipata, posticipato, rinviata, rinviato, перенесена, перенесен, перенесено, отложена, отложен, отложено',
  NOT_REACHABLE:
    'injoignable, non joignable, pas joignable, pas de réponse, ne répond pas, absent, absente, client absent, not reachable, unreachable, no answer, not available, customer absent, ilocalizable, no contesta, sin respuesta, ausente, cliente ausente, nicht erreichbar, nicht erreicht, nicht angetroffen, abwesend, keine antwort, irraggiungibile, non raggiungibile, non risponde, assente, cliente assente, недозвон, не отвечает, недоступен, нет ответа, отсутствует',
  REFUSED:
    'refusée, refusé, refus, refus client, rejetée, rejeté, refused, rejected, declined, rechazada, rechazado, rehusada, rehusado, verweigert, annahme verweigert, abgelehnt, rifiutata, rifiutato, respinta, respinto, отказ, отказано, отказался, отказалась',
  RETURNED:
    'retournée, retourné, retour, renvoyée, renvoyé, retour vendeur, retour expéditeur, returned, return, rto, return to sender, devuelta, devuelto, devolución, retourniert, retoure, rücksendung, zurückgesendet, resa, reso, restituita, restituito, возврат, возвращена, возвращен, возвращено',
  LOST: 'perdue, perdu, égarée, égaré, lost, missing, extraviada, extraviado, perdida, perdido, verloren, verschollen, smarrita, smarrito, persa, perso, утеряна, утерян, утеряно, потеряна, потерян, потеряно',
  CANCELLED:
    'annulée, annulé, cancelled, canceled, anulada, anulado, cancelada, cancelado, storniert, abgebrochen, annullata, annullato, cancellata, cancellato, отменена, отменен, отменено',
}

/** A return with damaged goods. */
const damagedWords =
  'retournée endommagée, retourné endommagé, retour endommagé, endommagée, endommagé, abîmée, abîmé, cassée, cassé, returned damaged, damaged return, damaged, broken, devuelta dañada, devuelto dañado, dañada, dañado, retourniert beschädigt, beschädigt, resa danneggiata, reso danneggiato, danneggiata, danneggiato, возврат поврежден, поврежден, повреждена, повреждено'

/** The names of the enumeration are accepted too. */
export const sheetWords: readonly (readonly [word: string, meaning: SheetStatus])[] = [
  ...shippingStatuses.flatMap((status) =>
    [...new Set([status, ...statusWords[status].split(', ')].map(fold))].map(
      (word) => [word, { status, condition: null }] as const,
    ),
  ),
  ...[...new Set(['RETURNED_DAMAGED', ...damagedWords.split(', ')].map(fold))].map(
    (word) => [word, { status: 'RETURNED', condition: 'damaged' }] as const,
  ),
]
