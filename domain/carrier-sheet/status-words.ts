import type { LanguageCode } from '../core/languages.ts'
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

/**
 * `FAILED`: a failed attempt without a reason, read as not reachable unless a reason is beside it. `DAMAGED`: condition of a
 * return.
 */
export type PhraseMeaning = ShippingStatus | 'FAILED' | 'DAMAGED'

/**
 * Phrases of carriers by meaning and language, matched anywhere in a cell. `word~` stands for its forms by gender and number,
 * `word*` for any word with that prefix.
 */
export const statusPhrases: Record<PhraseMeaning, Record<LanguageCode, string>> = {
  PENDING: {
    fr: 'en attente livraison, en attente expédition, en attente ramassage, en attente enlèvement',
    en: 'pending delivery, awaiting delivery, waiting delivery, waiting for delivery, pending pickup, awaiting pickup, awaiting collection',
    de: 'wartet zustellung, wartet auf zustellung, wartet auf abholung, zustellung ausstehend, lieferung ausstehend',
    it: 'in attesa consegna, in attesa ritiro, in attesa spedizione, consegna in attesa',
    es: 'pendiente entrega, pendiente recogida, en espera entrega, pendiente envío',
    ru: 'ожидает доставки, ожидает отправки, ждет доставки, ждет отправки',
  },
  ASSIGNED: {
    fr: 'assigné~, affecté~, attribué~, confié~ livreur, remis~ livreur, remis~ coursier, donné~ livreur',
    en: 'assigned, allocated, handed driver, handed courier, handed over driver, handed over courier, given driver',
    de: 'zugewiesen~, zugeteilt~, fahrer übergeben, zusteller übergeben, kurier übergeben',
    it: 'assegnato~, affidato~, consegnato~ corriere, consegnato~ fattorino, consegnato~ autista',
    es: 'asignado~, entregado~ repartidor, entregado~ mensajero, entregado~ transportista, confiado~ repartidor',
    ru: 'назначен~, передан~ курьеру, отдан~ курьеру, выдан~ курьеру, закреплен~ курьером',
  },
  OUT_FOR_DELIVERY: {
    fr: 'en cours livraison, livraison en cours, en livraison, en tournée, en route, en chemin, en distribution, en cours distribution, parti~ livraison, parti~ en livraison, sorti~ livraison, sorti~ en livraison, mis~ en livraison, avec livreur, chez livreur, en cours acheminement vers client',
    en: 'out for delivery, out on delivery, on delivery, in delivery, on way, on its way, en route, with courier, with driver, on vehicle, on van, on road, delivery in progress, loaded on van, left for delivery',
    de: 'in zustellung, in auslieferung, in lieferung, unterwegs, auf tour, auf weg, auf weg zum kunden, zustellfahrzeug, mit fahrer, zustellung läuft, lieferung läuft, in zustellfahrzeug geladen',
    it: 'in consegna, consegna in corso, in corso consegna, in fase consegna, in distribuzione, in viaggio, partito~ consegna, partito~ per consegna, uscito~ per consegna, uscito~ consegna, con corriere, con fattorino, sul furgone',
    es: 'en reparto, en ruta, en camino, en entrega, en curso entrega, en proceso entrega, en proceso reparto, en distribución, entrega en curso, salió reparto, salió a reparto, salido~ reparto, salida reparto, con repartidor, vehículo reparto',
    ru: 'в доставке, на доставке, в пути, у курьера, в процессе доставки, передан~ в доставку, передан~ на доставку, отправлен~ на доставку, доставляется, курьер выехал, выехал к клиенту, курьер в пути, вышел на доставку',
  },
  DELIVERED: {
    fr: 'livré~, remis~ client, remis~ cliente, remis~ destinataire, remis~ en main propre, remis~ main propre, colis remis~, remis~ contre paiement, livraison effectué~, livraison réussi~, livraison terminé~, livraison faite, livraison confirmé~, livraison ok, bien livré~, distribué~, reçu~ client, reçu~ destinataire, réceptionné~ client',
    en: 'delivered, delivery complete, delivery completed, delivery successful, delivery confirmed, delivery done, delivery made, delivery ok, successful delivery, handed customer, handed over customer, handed recipient, handed over recipient, given customer, received customer, received recipient, collected customer, signed for, signed customer, proof delivery',
    de: 'zugestellt~, geliefert~, ausgeliefert~, ausgehändigt~, kunde übergeben, kunden übergeben, empfänger übergeben, übergeben kunden, übergeben empfänger, zustellung erfolgt, zustellung erfolgreich, zustellung abgeschlossen, erfolgreiche zustellung, lieferung erfolgt, lieferung erfolgreich, lieferung abgeschlossen, kunden abgegeben, empfangen kunde',
    it: 'consegnato~, recapitato~, consegna effettuata, consegna completata, consegna riuscita, consegna avvenuta, consegna conclusa, consegna confermata, consegna ok, ricevuto~ cliente, ricevuto~ destinatario, ritirato~ cliente, ritirato~ destinatario',
    es: 'entregado~, entrega realizada, entrega efectuada, entrega completada, entrega exitosa, entrega confirmada, entrega hecha, entrega ok, recibido~ cliente, recibido~ destinatario, recogido~ cliente',
    ru: 'доставлен~, вручен~, доставили, вручили, доставка выполнена, доставка завершена, доставка состоялась, выдан~ клиенту, выдан~ получателю, передан~ клиенту, передан~ получателю, отдан~ клиенту, получен~ клиентом, получен~ получателем, успешная доставка',
  },
  POSTPONED: {
    fr: 'reporté~, report livraison, report demandé~, report client, décalé~, repoussé~, reprogrammé~, replanifié~, différé~, ajourné~, remis~ plus tard, remis~ demain, remis~ lendemain, nouvelle date, nouveau rendez vous, changement date',
    en: 'postponed, rescheduled, re scheduled, deferred, put off, pushed back, delivery moved, moved tomorrow, new date, new delivery date, date changed, deliver later, delivery later, wants later, another day',
    de: 'verschoben~, vertagt~, aufgeschoben~, umgeplant~, zurückgestellt~, neuer termin, neuer liefertermin, neuer zustelltermin, termin geändert, termin verlegt, auf später, neu terminiert, terminverschiebung',
    it: 'rimandato~, posticipato~, rinviato~, riprogrammato~, differito~, slittato~, spostato~, nuova data, nuovo appuntamento, cambio data, data cambiata, un altro giorno, altro giorno',
    es: 'aplazado~, pospuesto~, reprogramado~, reagendado~, postergado~, diferido~, nueva fecha, otra fecha, cambio fecha, otro día, nueva cita, replanificado~',
    ru: 'перенесен~, отложен~, отсрочен~, сдвинут~, перенос, перенос даты, перенесли, отложили, новая дата, другая дата, другой день, просит перенести, попросил перенести, попросила перенести',
  },
  NOT_REACHABLE: {
    fr: 'injoignable*, nrp, non joignable*, pas joignable*, pas réponse, sans réponse, aucune réponse, ne répond pas, ne répond plus, répond pas, ne décroche pas, décroche pas, absent~, absence client, client introuvable*, téléphone éteint, tel éteint, numéro éteint, portable éteint, boîte vocale, messagerie, hors réseau, faux numéro, mauvais numéro, numéro incorrect, personne sur place, avis passage, contact impossible',
    en: 'not reachable, unreachable, no answer, not answering, does not answer, did not answer, doesn t answer, didn t answer, isn t answering, no reply, no response, not available, unavailable, absent, customer away, not home, not at home, nobody home, nobody at home, no one home, no one at home, phone off, switched off, cannot reach, can t reach, could not reach, couldn t reach, unable reach, not picking up, does not pick up, voicemail, wrong number, no contact',
    de: 'nicht erreichbar~, nicht erreicht, nicht angetroffen, niemand angetroffen, nicht zu hause, nicht zuhause, niemand zu hause, niemand zuhause, abwesend~, keine antwort, keine reaktion, geht nicht ran, nimmt nicht ab, antwortet nicht, unerreichbar~, kein kontakt, mailbox, telefon aus, handy aus, nicht da, niemand da, falsche nummer, nicht verfügbar',
    it: 'irraggiungibil*, non raggiungibil*, non risponde, nessuna risposta, senza risposta, assente~, non reperibil*, irreperibil*, non trovato~, nessuno in casa, non in casa, non a casa, telefono spento, cellulare spento, segreteria, non disponibil*, non contattabil*, numero sbagliato, numero errato',
    es: 'ilocalizable*, inalcanzable*, no contesta, no responde, no coge, no atiende, sin respuesta, sin contacto, ausente~, ausencia cliente, no localizado~, no se encuentra, no se encontraba, no estaba, no está, no está en casa, nadie en casa, nadie en domicilio, teléfono apagado, móvil apagado, celular apagado, buzón voz, no disponible, no se pudo contactar, número equivocado, número incorrecto',
    ru: 'недозвон*, не отвечает, не ответил, не ответила, не берет, не берет трубку, недоступ*, нет ответа, без ответа, отсутств*, нет дома, не дома, клиента нет, не дозвонились, не дозвонился, не дозвониться, не удалось дозвониться, телефон выключен, вне зоны, не на связи, нет связи, не выходит на связь, не застали, неверный номер',
  },
  FAILED: {
    fr: 'échec, échec livraison, échec distribution, échec tentative, livraison échoué~, livraison impossible, livraison infructueuse, livraison manqué~, tentative livraison, tentative échoué~, tentative infructueuse, passage infructueux, non distribuable*',
    en: 'delivery failed, failed delivery, delivery failure, failed attempt, attempt failed, attempted delivery, delivery attempted, delivery attempt, delivery attempt failed, failed delivery attempt, unsuccessful delivery, unsuccessful attempt, unsuccessful delivery attempt, delivery unsuccessful, undeliverable, undelivered, missed delivery',
    de: 'zustellung fehlgeschlagen, zustellung gescheitert, zustellung erfolglos, zustellung nicht möglich, lieferung fehlgeschlagen, lieferung gescheitert, zustellversuch, zustellversuch erfolglos, zustellversuch gescheitert, zustellversuch fehlgeschlagen, erfolgloser zustellversuch, vergeblicher zustellversuch, nicht zustellbar, unzustellbar~, zustellhindernis, zustellfehler',
    it: 'mancata consegna, consegna mancata, consegna fallita, consegna non riuscita, consegna impossibile, tentata consegna, tentativo consegna, tentativo fallito, tentativo consegna fallito, tentativo non riuscito',
    es: 'entrega fallida, entrega frustrada, entrega fracasada, entrega imposible, entrega sin éxito, fallo entrega, fallo en entrega, intento entrega, intento fallido, intento entrega fallido, intento sin éxito, visita fallida',
    ru: 'неудачная доставка, неудачная попытка, неудачная попытка доставки, неуспешная доставка, неуспешная попытка, неуспешная попытка доставки, попытка доставки, доставка не удалась, не удалось доставить, срыв доставки, доставка сорвалась',
  },
  REFUSED: {
    fr: 'refus*, rejeté~, rejet, décliné~, ne veut pas, ne veut plus, veut plus, veut pas, pas intéressé~, changé avis, non accepté~, pas accepté~',
    en: 'refus*, rejected, declined, not accepted, did not accept, didn t accept, does not want, doesn t want, no longer wants, no longer interested, not interested, changed mind, changed his mind, changed her mind, turned down',
    de: 'verweigert~, annahmeverweigerung, annahme verweigert, abgelehnt~, ablehnung, zurückgewiesen~, nicht angenommen, will nicht, möchte nicht, kein interesse',
    it: 'rifiutato~, rifiuta, rifiuto, respinto~, ricusato~, non accettato~, non accetta, non vuole, non voluto~, non interessato~, cambiato idea',
    es: 'rechazado~, rechaza, rechazó, rechazo, rehusado~, rehúsa, rehusó, denegado~, no acepta, no aceptado~, no aceptó, no quiere, no quiso, se niega, no interesado~, cambió opinión',
    ru: 'отказ*, отклонен~, не принял, не приняла, не принят~, не хочет, не нужен, не нужна, не нужно, передумал, передумала',
  },
  RETURNED: {
    fr: 'retourné~, retour, retour expéditeur, retour vendeur, retour boutique, retour fournisseur, retour définitif, retour effectué~, retour reçu~, retour confirmé~, renvoyé~, rendu~ expéditeur, rendu~ vendeur, remis~ expéditeur, remis~ vendeur, restitué~',
    en: 'returned, return, return sender, return shipper, return seller, returned sender, returned origin, return received, return completed, rts, rto, sent back, back sender, back seller, back shipper, handed back sender, handed back seller',
    de: 'retourniert~, retoure, retour, rücksendung, rückläufer, rückgabe, zurückgesendet~, zurückgeschickt~, zurückgegeben~, zurück absender, zurück verkäufer, zurück händler, absender zurückgegeben, verkäufer zurückgegeben',
    it: 'restituito~, reso~, ritornato~, rientrato~, rispedito~, ritorno mittente, tornato~ mittente, rimandato~ mittente, rinviato~ mittente, consegnato~ mittente, restituzione',
    es: 'devuelto~, devolución, retornado~, retorno, retorno remitente, regresado~, vuelto~ remitente, reenviado~ remitente, enviado~ remitente, entregado~ remitente, entregado~ vendedor',
    ru: 'возвращен~, возврат, возврат отправителю, возврат продавцу, вернули, вернулся, вернулась, вернулось, отправлен~ обратно, выслан~ обратно, передан~ отправителю, передан~ продавцу, доставлен~ отправителю',
  },
  LOST: {
    fr: 'perdu~, égaré~, volé~, disparu~, perte, colis introuvable*, colis manquant~, paquet introuvable*',
    en: 'lost, stolen, mislaid, misplaced, missing parcel, missing package, missing shipment, parcel missing, package missing, shipment missing, gone missing, disappeared',
    de: 'verloren~, verschollen~, verschwunden~, gestohlen~, verlust, abhanden gekommen, unauffindbar~, nicht auffindbar, entwendet~',
    it: 'smarrito~, perso~, perduto~, rubato~, sparito~, scomparso~, disperso~, smarrimento, pacco mancante, furto',
    es: 'extraviado~, perdido~, robado~, desaparecido~, hurtado~, extravío, pérdida, paquete faltante',
    ru: 'утерян~, потерян~, утрачен~, украден~, похищен~, пропал, пропала, пропало, исчез, исчезла, утеря, потеря, утрата',
  },
  CANCELLED: {
    fr: 'annulé~, annulation',
    en: 'cancelled, canceled, cancel, cancellation, called off, aborted, voided',
    de: 'storniert~, storno, stornierung, abgebrochen~, annulliert~, abbestellt~',
    it: 'annullato~, cancellato~, annullamento, cancellazione, disdetto~',
    es: 'anulado~, cancelado~, cancelación, anulación',
    ru: 'отменен~, отменили, отмена, аннулирован~',
  },
  DAMAGED: {
    fr: 'endommagé~, abîmé~, cassé~, détérioré~, avarié~',
    en: 'damaged, broken, spoiled, crushed',
    de: 'beschädigt~, kaputt~, defekt~, zerbrochen~',
    it: 'danneggiato~, rotto~, deteriorato~',
    es: 'dañado~, roto~, deteriorado~, averiado~',
    ru: 'поврежден~, разбит~, испорчен~, сломан~',
  },
}

/**
 * Negate what follows within three words, or what precedes directly at the end: `non livré`, `will be delivered`, `livré :
 * non`.
 */
export const negators =
  'non, pas, jamais, sans, ni, aucun, aucune, sera, seront, serait, doit, peut, no, not, never, without, cannot, t, will, be, should, must, nicht, kein, keine, nie, ohne, wird, werden, soll, kann, mai, senza, sarà, saranno, deve, può, nunca, sin, será, serán, debe, puede, не, нет, ни, без, будет, будут, должен, должна, должно'

/** Make a status uncertain: `retour en cours`, `livré partiellement`, `livré au dépôt`. Alone they name no status. */
export const doubts =
  'partiel*, partial*, partly, teilweise, teillieferung, parcial*, parzial*, частичн*, prévu*, planifié*, presque, planned, scheduled, return requested, return initiated, processing, geplant*, rücksendung beantragt, retoure beantragt, rücksendung angemeldet, eingeleitet, previst*, pianificat*, reso richiest*, planificad*, programad*, devolución solicitad*, запланирован*, оформл*, cours, progress, bearbeitung, läuft, corso, curso, процессе, attente, pending, awaiting, waiting, wartet, attesa, espera, pendiente, ожида*, bientôt, retour demandé*, soon, bald, presto, pronto, скоро, ' +
  'dépôt*, entrepôt*, agence*, hub, relais, guichet, consigne, douane*, transit, ramassé*, ramassage, collecté*, trié*, tri, bloqué*, litige, incident, warehouse, branch, facility, customs, locker, pickup, picked, sorting, blocked, dispute, exception, lager, filiale, zoll, packstation, paketshop, abholung, abgeholt, sortierung, gesperrt, magazzino, deposito, dogana, transito, ritiro, smistamento, bloccat*, giacenza, almacén, depósito, sucursal, agencia, aduana, tránsito, recogid*, clasificación, bloquead*, incidencia, склад*, пвз, постамат*, таможн*, транзит*, сортиров*, заблокирован*'

/** Stop words, removed before phrases are matched. */
export const fillers =
  'de, du, des, la, le, les, l, d, un, une, a, au, aux, par, ce, cette, jour, the, of, by, to, an, has, been, was, is, were, der, die, das, den, dem, des, am, an, vom, von, durch, zum, zur, beim, ist, wurde, bei, il, lo, gli, al, alla, allo, ai, del, della, dello, dei, dal, dalla, dallo, di, da, è, stato, stata, el, los, las, por, ha, sido, su, fue, по, от, до, с, со, и, за, был, была, было, были'
