import { type LanguageCode, languageCodes } from '../../core/languages.ts'
import { fold } from '../../lib/fold.ts'
import { exportedHeadings, type ImportColumn } from './import-columns.ts'

/** What a column of an exported spreadsheet is to an import: a field, the order's number, or ignored. */
export type ExportedColumn = ImportColumn | 'orderNumber' | null

/**
 * Headings of exported orders and shippings that are no fields of an import, the order's number first. A test compares them
 * with the server's.
 */
const others: Record<LanguageCode, Record<'orders' | 'shippings', string>> = {
  fr: {
    orders:
      'N°, Créée, Statut, Total, Devise, Statut depuis, Appels, À rappeler, Doublon probable, Statut de la livraison, Livreur, Vendeur, Pays, Modifiée',
    shippings:
      'Commande, N°, Créée, Statut, À encaisser, Encaissé, Devise, Livreur, Statut depuis, Sorties, Reportée au, Partie, Livrée, Clôturée, État de la marchandise, Facturée, Argent remis, Vendeur, Pays, Modifiée',
  },
  en: {
    orders:
      'No., Created, Status, Total, Currency, Status since, Calls, Call back, Likely duplicate, Shipment status, Courier, Seller, Country, Updated',
    shippings:
      'Order, No., Created, Status, To collect, Collected, Currency, Courier, Status since, Trips, Postponed to, Left, Delivered, Settled, Condition of the goods, Invoiced, Cash handed over, Seller, Country, Updated',
  },
  de: {
    orders:
      'Nr., Angelegt, Status, Gesamt, Währung, Status seit, Anrufe, Rückruf, Vermutlich doppelt, Lieferstatus, Zusteller, Verkäufer, Land, Geändert',
    shippings:
      'Bestellung, Nr., Angelegt, Status, Zu kassieren, Kassiert, Währung, Zusteller, Status seit, Zustellversuche, Verschoben auf, Auf Tour seit, Zugestellt, Abgeschlossen, Zustand der Ware, Abgerechnet, Geld übergeben, Verkäufer, Land, Geändert',
  },
  it: {
    orders:
      'N., Creato, Stato, Totale, Valuta, Stato da, Chiamate, Da richiamare, Probabile doppione, Stato del pacco, Corriere, Venditore, Paese, Modificato',
    shippings:
      'Ordine, N., Creato, Stato, Da incassare, Incassato, Valuta, Corriere, Stato da, Uscite, Rimandato al, Partito, Consegnato, Chiuso, Stato della merce, Fatturato, Denaro versato, Venditore, Paese, Modificato',
  },
  es: {
    orders:
      'N.º, Creado, Estado, Total, Moneda, Estado desde, Llamadas, Volver a llamar, Posible duplicado, Estado del envío, Repartidor, Vendedor, País, Modificado',
    shippings:
      'Pedido, N.º, Creado, Estado, Por cobrar, Cobrado, Moneda, Repartidor, Estado desde, Salidas, Aplazado al, Salió, Entregado, Cerrado, Estado de la mercancía, Facturado, Dinero entregado, Vendedor, País, Modificado',
  },
  ru: {
    orders:
      '№, Создан, Статус, Итого, Валюта, В статусе с, Звонки, Перезвонить, Вероятный дубль, Статус доставки, Курьер, Продавец, Страна, Изменён',
    shippings:
      'Заказ, №, Создана, Статус, К получению, Получено, Валюта, Курьер, В статусе с, Выезды, Перенесена на, Отправлена, Доставлена, Закрыта, Состояние товара, В счёте, Деньги сданы, Продавец, Страна, Изменена',
  },
}

/** Headings of downloads made before they were renamed. */
const former: Partial<Record<LanguageCode, string>> = {
  fr: 'Close',
  en: 'Shipping status, Delivery guy',
  de: 'Fahrten, Abgefahren, Berechnet, Geld abgegeben',
  it: 'Fattorino, Stato della consegna, Creata, Rimandata al, Partita, Consegnata, Chiusa, Fatturata, Modificata',
  es: 'Estado de la entrega, Creada, Aplazada al, Entregada, Cerrada, Facturada, Modificada',
  ru: 'Вручена',
}

type OwnExport = { headers: ReadonlyMap<string, ExportedColumn>; others: number }

const compact = (text: string): string => fold(text.normalize('NFKC')).replaceAll(' ', '')

const ownExports: readonly OwnExport[] = languageCodes.flatMap((language) =>
  Object.values(others[language]).map((text): OwnExport => {
    const headers: [ExportedColumn, string][] = [
      ...exportedHeadings(language),
      ...text
        .split(', ')
        .map((header, at): [ExportedColumn, string] => [at === 0 ? 'orderNumber' : null, header]),
      ...(former[language] ?? '').split(', ').map((header): [ExportedColumn, string] => [null, header]),
    ]
    return {
      headers: new Map(headers.map(([column, header]) => [compact(header), column])),
      others: text.split(', ').length,
    }
  }),
)

/** Minimum number of recognised headers, so that no other sheet qualifies; users may delete columns. */
const MIN_OTHERS = 5

/** Maps the headers of an exported spreadsheet; null if it is not one. */
export const exportedColumns = (headers: readonly string[]): readonly ExportedColumn[] | null => {
  const given = headers.map(compact)
  const [best] = ownExports
    .map((own) => ({ own, others: given.filter((header) => own.headers.get(header) === null).length }))
    .filter(
      ({ own, others }) =>
        others >= MIN_OTHERS && given.some((header) => own.headers.get(header) === 'orderNumber'),
    )
    .toSorted((one, other) => other.others - one.others)
  if (best === undefined) return null
  const seen = new Set<string>()
  return given.map((header) => {
    if (seen.has(header)) return null
    seen.add(header)
    return best.own.headers.get(header) ?? null
  })
}
