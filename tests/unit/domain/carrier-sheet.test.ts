import { describe, expect, it } from 'vitest'
import { groupSheet, readCarrierSheet, resolveSheet } from '../../../domain/carrier-sheet/carrier-sheet.ts'
import { readStatusWord } from '../../../domain/carrier-sheet/read-status.ts'
import { type SheetStatus, sheetWords, statusPhrases } from '../../../domain/carrier-sheet/status-words.ts'
import { languageCodes } from '../../../domain/core/languages.ts'
import { shippingStatuses } from '../../../domain/fulfillment/shipping-status.ts'

const readSheetStatus = (text: string): SheetStatus | null => {
  const reading = readStatusWord(text)
  return typeof reading === 'string' ? null : reading
}

const namesOf = async (language: string) =>
  (await import(`../../../locales/${language}/shippings.json`, { with: { type: 'json' } })).default as {
    status: Record<string, string>
    returnedDamaged: string
  }

describe('the words of a carrier', () => {
  it.each(languageCodes)('include every name that the console has in %s, in any case', async (language) => {
    const { status, returnedDamaged } = await namesOf(language)
    for (const name of shippingStatuses)
      for (const word of [status[name]!, status[name]!.toUpperCase(), ` ${status[name]!.normalize('NFD')}. `])
        expect(readSheetStatus(word), word).toEqual({ status: name, condition: null })
    expect(readSheetStatus(returnedDamaged)).toEqual({ status: 'RETURNED', condition: 'damaged' })
  })

  it('include the enumeration, accents or not', () => {
    expect(readSheetStatus('OUT_FOR_DELIVERY')?.status).toBe('OUT_FOR_DELIVERY')
    expect(readSheetStatus('livre')?.status).toBe('DELIVERED')
    expect(readSheetStatus('entregado')?.status).toBe('DELIVERED')
    expect(readSheetStatus('14992')).toBeNull()
    expect(readSheetStatus('x'.repeat(100_000))).toBeNull()
  })

  it('mean one status each', () => {
    const words = sheetWords.map(([word]) => word)
    expect(words.filter((word, at) => words.indexOf(word) !== at)).toEqual([])
  })
})

const said = (text: string, country: 'ic' | 'tn' = 'ic') =>
  readCarrierSheet(text, country)?.lines.map(({ key, status, condition, collected }) => [
    key,
    condition === 'damaged' ? 'damaged' : status,
    collected,
  ])

const statusOf = (text: string) => {
  const reading = readStatusWord(text)
  return reading === null || typeof reading === 'string' ? reading : (reading.condition ?? reading.status)
}

/** Spellings of carriers: plurals, genders, upper case, without accents, followed by a day, name or reason. */
const writings: Record<string, readonly [status: string, ...texts: string[]][]> = {
  fr: [
    [
      'DELIVERED',
      'LIVRÉS',
      'Livrees',
      'Livré le 12/11',
      'Bien livré à 14h30',
      'Remis en main propre',
      'Livraison effectuée',
    ],
    [
      'OUT_FOR_DELIVERY',
      'En cours de livraison',
      'EN LIVRAISON',
      'Parti en livraison ce matin',
      'Livraison en cours',
    ],
    ['POSTPONED', 'Reporté au 15/11', 'Reportées', 'Livraison reportée', 'REPROGRAMMÉ', 'Remis à plus tard'],
    [
      'NOT_REACHABLE',
      'Injoignable',
      'INJOIGNABLES',
      'Échec de livraison',
      'ECHEC LIVRAISON',
      'NRP',
      'Client ne répond pas',
      'Téléphone éteint',
    ],
    [
      'REFUSED',
      'Refusé par client',
      'Refus du destinataire',
      'REFUSÉS',
      'Échec de livraison : refusé',
      'Ne veut plus',
    ],
    ['RETURNED', 'Retour expéditeur', 'Retournés', 'Retour (client injoignable)', 'Renvoyé au vendeur'],
    ['LOST', 'Colis perdu', 'ÉGARÉS', 'Colis volé'],
    ['CANCELLED', 'Annulée par le client', 'Annulation', 'Commande annulée'],
    ['damaged', 'Colis endommagé', 'Retour endommagé'],
    ['ASSIGNED', 'Remis au livreur', 'Affecté à Moussa'],
    [
      'unclear',
      'Non livré',
      'Pas encore livré',
      'N’a pas été livré',
      'Livré : non',
      'Livré partiellement',
      'Livré au dépôt',
      'Livré ?',
      'Sera livré demain',
      'Retour en cours',
      'Livré, retour',
    ],
    ['other', 'Bloqué en douane', 'Au dépôt'],
  ],
  en: [
    [
      'DELIVERED',
      'DELIVERED',
      'Delivered on 12/11',
      'Successfully delivered',
      'Signed for by neighbour',
      'Handed to customer',
    ],
    ['OUT_FOR_DELIVERY', 'Out for delivery', 'With courier since 9:00', 'On its way'],
    ['POSTPONED', 'Rescheduled to 15/11', 'Postponed (customer absent)', 'Put off'],
    [
      'NOT_REACHABLE',
      'Delivery failed',
      'Failed delivery attempt',
      'Customer did not answer',
      'Not at home',
      'Could not reach customer',
    ],
    ['REFUSED', 'Refused by customer', 'Customer refused', 'Customer changed his mind'],
    ['RETURNED', 'Return to sender', 'Returned to the seller', 'RTS'],
    ['LOST', 'Parcel lost', 'Missing parcel', 'Stolen'],
    ['CANCELLED', 'Cancelled by customer', 'Canceled'],
    [
      'unclear',
      'Not delivered',
      'Not yet delivered',
      'Will be delivered tomorrow',
      'Could not be delivered',
      'Partially delivered',
      'Delivered to warehouse',
    ],
    ['other', 'Held at customs', 'At the sorting hub'],
  ],
  de: [
    [
      'DELIVERED',
      'ZUGESTELLT',
      'Zugestellt am 12.11.',
      'Dem Kunden übergeben',
      'Dem Kunden uebergeben',
      'Zustellung erfolgreich',
    ],
    ['OUT_FOR_DELIVERY', 'In Zustellung', 'Auf dem Weg', 'In der Auslieferung'],
    ['POSTPONED', 'Verschoben auf 15.11.', 'Neuer Liefertermin'],
    [
      'NOT_REACHABLE',
      'Zustellung fehlgeschlagen',
      'Zustellversuch erfolglos',
      'Kunde nicht erreichbar',
      'Niemand zu Hause',
      'Nicht zustellbar',
    ],
    ['REFUSED', 'Annahme verweigert', 'Vom Kunden abgelehnt', 'Annahmeverweigerung'],
    ['RETURNED', 'Zurück an Absender', 'Zurueckgesendet', 'Rücksendung'],
    ['LOST', 'Paket verloren', 'Sendung verschollen'],
    ['CANCELLED', 'Storniert vom Kunden', 'Stornierung'],
    [
      'unclear',
      'Nicht zugestellt',
      'Noch nicht zugestellt',
      'Wird heute zugestellt',
      'Teilweise geliefert',
      'Zugestellt: nein ?',
    ],
    ['other', 'Im Lager', 'Beim Zoll'],
  ],
  it: [
    ['DELIVERED', 'CONSEGNATI', 'Consegnata il 12/11', 'Consegna effettuata', 'Ritirato dal cliente'],
    ['OUT_FOR_DELIVERY', 'In consegna', 'In corso di consegna', 'Consegna in corso'],
    ['POSTPONED', 'Rimandato al 15/11', 'Consegna posticipata'],
    [
      'NOT_REACHABLE',
      'Mancata consegna',
      'Cliente assente',
      'Non risponde al telefono',
      'Irraggiungibili',
      'Tentativo fallito',
    ],
    ['REFUSED', 'Rifiutati', 'Rifiutato dal cliente', 'Mancata consegna: rifiutato'],
    ['RETURNED', 'Reso al mittente', 'Restituita', 'Rimandato al mittente'],
    ['LOST', 'Pacco smarrito', 'Persi'],
    ['CANCELLED', 'Annullata dal cliente', 'Cancellati'],
    [
      'unclear',
      'Non consegnato',
      'Non ancora consegnato',
      'Sarà consegnato domani',
      'Consegnato parzialmente',
      'Consegnato in magazzino',
    ],
    ['other', 'In dogana', 'In giacenza'],
  ],
  es: [
    ['DELIVERED', 'ENTREGADOS', 'Entregado el 12/11', 'Entrega realizada', 'Recibido por el cliente'],
    ['OUT_FOR_DELIVERY', 'En reparto', 'En camino', 'En proceso de entrega'],
    ['POSTPONED', 'Aplazado al 15/11', 'Reprogramada', 'Nueva fecha de entrega'],
    [
      'NOT_REACHABLE',
      'Entrega fallida',
      'Cliente ausente',
      'No contesta',
      'Intento de entrega fallido',
      'Teléfono apagado',
    ],
    ['REFUSED', 'Rechazado por el cliente', 'Rehusados', 'No quiere el paquete'],
    ['RETURNED', 'Devuelto al remitente', 'Devolución', 'Retorno a remitente'],
    ['LOST', 'Paquete extraviado', 'Perdidos', 'Robado'],
    ['CANCELLED', 'Cancelado por el cliente', 'Anulados'],
    [
      'unclear',
      'No entregado',
      'Aún no entregado',
      'Sin entregar, no entregado',
      'Entregado parcialmente',
      'Entregado en sucursal',
      'Será entregado',
    ],
    ['other', 'En aduana', 'En almacén'],
  ],
  ru: [
    [
      'DELIVERED',
      'ДОСТАВЛЕНЫ',
      'Доставлено 12.11',
      'Вручена получателю',
      'Выдано клиенту',
      'Доставка выполнена',
    ],
    ['OUT_FOR_DELIVERY', 'В пути', 'Передан в доставку', 'У курьера'],
    ['POSTPONED', 'Перенесено на 15.11', 'Отложена', 'Просит перенести'],
    [
      'NOT_REACHABLE',
      'Неудачная попытка доставки',
      'Не дозвонились',
      'Телефон выключен',
      'Не удалось доставить',
    ],
    ['REFUSED', 'Отказ клиента', 'Отказался от получения', 'Передумал'],
    ['RETURNED', 'Возврат отправителю', 'Возвращены', 'Отправлен обратно'],
    ['LOST', 'Посылка утеряна', 'Потеряны', 'Украдена'],
    ['CANCELLED', 'Отменён клиентом', 'Отмена'],
    [
      'unclear',
      'Не доставлен',
      'Ещё не доставлено',
      'Будет доставлен завтра',
      'Частично доставлен',
      'Доставлен на склад',
    ],
    ['other', 'На таможне', 'На складе'],
  ],
}

describe('a status as carriers write it', () => {
  it.each(Object.entries(writings))(
    'in %s is read, and named where it is denied, announced or open',
    (_, rows) => {
      const read = rows.flatMap(([status, ...texts]) => texts.map((text) => [text, statusOf(text), status]))
      expect(read.filter(([, reading, status]) => reading !== status)).toEqual([])
    },
  )

  it.each(languageCodes)('has at least 25 phrases in %s, each of one meaning', (language) => {
    const meanings = Object.keys(statusPhrases) as (keyof typeof statusPhrases)[]
    const phrases = meanings.flatMap((meaning) => statusPhrases[meaning][language].split(', '))
    expect(phrases.length).toBeGreaterThan(25)
    expect(phrases.filter((phrase, at) => phrases.indexOf(phrase) !== at)).toEqual([])
  })

  it('is a delivery in vain where it is said in one word, and none where it is only asked for', () => {
    expect([statusOf('Undelivered'), statusOf('à reporter')]).toEqual(['NOT_REACHABLE', null])
  })

  it('is not seen in names and in sentences', () => {
    for (const text of ['Yao', 'Œdipe', 'Awa Koné', '15 000', '', 'x'.repeat(100_000)])
      expect(statusOf(text)).toBeNull()
    expect(statusOf('Bonjour, merci de me dire si ce colis a été livré hier au voisin du dessus')).toBe(
      'unclear',
    )
  })
})

const columnsRead = (text: string, keyColumn?: number) => {
  const sheet = readCarrierSheet(text, 'ic', { today: '2026-11-26', keyColumn })
  return (
    sheet && {
      columns: sheet.columns,
      lines: sheet.lines.map(({ key, status, collected, postponedTo }) => [
        key,
        status,
        collected,
        postponedTo,
      ]),
      unreadable: sheet.unreadable.map(({ what, word }) => [what, word]),
    }
  )
}

describe('a carrier’s table', () => {
  it('has its keys, statuses and cash in any columns, and words that it does not know are named', () => {
    const text = [
      'Date\tDestinataire\tN° colis\tFrais\tStatut\tMontant encaissé',
      '12/11\tYao\t15050\t1 500\tLIVRÉS\t15 000',
      '12/11\tŒdipe\t15049\t1 500\tReporté au 15/12\t',
      '12/11\tAwa\t15048\t1 500\tZorglub\t15075',
      '12/11\tZoé\t15047\t1 500\tNon livré\t0',
    ].join('\r\n')
    expect(columnsRead(text)).toEqual({
      columns: { key: 2, status: 4, amount: 5 },
      lines: [
        ['15050', 'DELIVERED', 15_000, undefined],
        ['15049', 'POSTPONED', null, '2026-12-15'],
      ],
      unreadable: [
        ['status', 'Zorglub'],
        ['unclear', 'Non livré'],
      ],
    })
    expect(columnsRead(text, 1)?.lines[0]?.[0]).toBe('Yao')
  })

  it('never takes fees for cash', () => {
    expect(columnsRead('Colis;Statut;Frais\n15050;Livré;1500')?.lines).toEqual([
      ['15050', 'DELIVERED', null, undefined],
    ])
    expect(columnsRead('15050 livré 15000\n15049 livré')).toMatchObject({
      lines: [['15049', 'DELIVERED', null, undefined]],
      unreadable: [['amount', 'livré 15000']],
    })
  })

  it.each([
    ['15050\tBloqué à la douane'],
    ['15050\tZorglub\t15000\n15049\tZorglub\t15075'],
    ['Colis\tStatut\n15050\tZorglub'],
    ['15050\tNon livré'],
  ])('stays one where no word is known: %j', (text) => {
    const sheet = readCarrierSheet(text, 'ic')
    expect(sheet?.lines).toEqual([])
    expect(sheet?.unreadable.length).toBeGreaterThan(0)
  })

  it('takes the day of a postponement, this year or the next', () => {
    const dayOf = (text: string) =>
      readCarrierSheet(`15050\t${text}`, 'ic', { today: '2026-11-26' })?.lines[0]?.postponedTo
    expect(
      [
        'Reporté au 15/12',
        'verschoben auf 3.1.',
        'Rescheduled to 2026-12-01',
        'Reporté au 12/11',
        'перенесен на 05.12.26',
        'Reporté au 31/02',
        'Reporté',
      ].map(dayOf),
    ).toEqual(['2026-12-15', '2027-01-03', '2026-12-01', '2026-11-12', '2026-12-05', undefined, undefined])
  })

  it('is read without what nobody sees, in digits of any script', () => {
    for (const text of ['\u202a15050\u202c\tLiv\u200brés', '15050\u200b\tLIVRÉ\u00a0\t', '١٥٠٥٠\tlivré'])
      expect(
        columnsRead(text)?.lines.map(([key, status]) => [key, status]),
        text,
      ).toEqual([['15050', 'DELIVERED']])
  })

  it('is none where it has names and amounts alone', () => {
    expect(readCarrierSheet('15050\tYao\t15 000\n15049\tŒdipe\t15075', 'ic')).toBeNull()
  })
})

describe('a carrier’s sheet', () => {
  it.each([
    ['14992\tLivré\t12 500', ['14992', 'DELIVERED', 12_500]],
    ['14992;livrée;12.500,000', ['14992', 'DELIVERED', 12_500]],
    ['14992,Delivered,12,5', ['14992', 'DELIVERED', 12.5]],
    ['14992   zugestellt   12 500', ['14992', 'DELIVERED', 12_500]],
    ['"CMD-77";"Retournée, endommagée";""', ['CMD-77', 'damaged', null]],
    ['CMD-77,Returned, damaged', ['CMD-77', 'damaged', null]],
    ['07 08 09 10 11  Отказ', ['07 08 09 10 11', 'REFUSED', null]],
    ['n° 14992 | Irraggiungibile | rappeler', ['n° 14992', 'NOT_REACHABLE', null]],
    ['14992, livré,  12 500', ['14992', 'DELIVERED', 12_500]],
  ])('reads %j', (text, line) => {
    expect(said(text)).toEqual([line])
  })

  it('reads amounts as they are written in the country', () => {
    expect(said('1;livré;12,500', 'tn')).toEqual([['1', 'DELIVERED', 12.5]])
    expect(said('1;livré;12,500', 'ic')).toEqual([['1', 'DELIVERED', 12_500]])
  })

  it('skips a header and blank lines, and names the lines that it cannot read', () => {
    const sheet = readCarrierSheet(
      'Colis;Statut;Montant\r\n\r\n1;livré;x\r\n2;au dépôt\r\n;livré\r\n3;refusé;5\r\n',
      'ic',
    )
    expect(sheet?.lines).toEqual([
      { line: 6, text: '3;refusé;5', key: '3', status: 'REFUSED', condition: null, collected: null },
    ])
    expect(sheet?.unreadable.map(({ line, what, word }) => [line, what, word])).toEqual([
      [3, 'amount', 'x'],
      [4, 'status', 'au dépôt'],
      [5, 'key', ''],
    ])
  })

  it.each(['14992\n14993', '14992, 14993; 14994', 'livré', 'Colis;Statut', '', '07 08 09 10 11'])(
    'is not %j',
    (text) => {
      expect(readCarrierSheet(text, 'ic')).toBeNull()
    },
  )
})

describe('the parcels of a sheet', () => {
  const sheet = readCarrierSheet(
    '1;livré;500\n#1;livré\n2;livré\n2b;refusé\n3;refusé\n4;perdu\n5;abîmé\n6;livré;1\n6;livré;2',
    'ic',
  )!
  const resolved = resolveSheet(sheet, {
    found: [
      { key: '1', id: 'a', isListed: true },
      { key: '#1', id: 'a', isListed: true },
      { key: '2', id: 'b', isListed: true },
      { key: '2b', id: 'b', isListed: true },
      { key: '5', id: 'e', isListed: true },
      { key: '6', id: 'f', isListed: true },
    ],
    ambiguous: [{ key: '3', count: 2 }],
    unknown: ['4'],
  })

  it('count once where lines say the same, and not at all where they differ', () => {
    expect(resolved.rows).toEqual([
      { id: 'a', status: 'DELIVERED', collected: 500 },
      { id: 'e', status: 'RETURNED', condition: 'damaged' },
    ])
    expect(resolved.conflicting.map(({ text }) => text)).toEqual([
      '2;livré',
      '2b;refusé',
      '6;livré;1',
      '6;livré;2',
    ])
    expect(resolved.ambiguous.map(({ key }) => key)).toEqual(['3'])
    expect(resolved.unknown.map(({ key }) => key)).toEqual(['4'])
  })

  it('are grouped by status with what a dry run says of each', () => {
    const report = {
      batchId: null,
      counts: { changed: 1, refused: 1, refusedBy: { NO_SUCH_TRANSITION: 1 } },
      changed: [{ id: 'a', number: 1, version: 1 }],
      refused: [{ id: 'e', number: 5, code: 'NO_SUCH_TRANSITION' as const }],
    }
    expect(groupSheet(resolved.rows, report)).toEqual([
      { status: 'DELIVERED', condition: null, counts: { changed: 1, refused: 0, refusedBy: {} } },
      {
        status: 'RETURNED',
        condition: 'damaged',
        counts: { changed: 0, refused: 1, refusedBy: { NO_SUCH_TRANSITION: 1 } },
      },
    ])
  })
})
