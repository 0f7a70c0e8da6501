import type { LanguageCode } from '../../core/languages.ts'
import { fold } from '../../lib/fold.ts'

const customerColumns = [
  'customerName',
  'customerPhone',
  'customerAddress',
  'product',
  'quantity',
  'price',
] as const
const sourceColumns = ['sourceName', 'sourceLink', 'comment', 'externalRef'] as const

/** The fields of an import that exports contain. */
type FieldColumn = (typeof customerColumns)[number] | (typeof sourceColumns)[number]

/** What a column of an exported spreadsheet is to an import: a field, the order's number, or ignored. */
export type ExportedColumn = FieldColumn | 'orderNumber' | null

type Headers = readonly [column: ExportedColumn, header: string][]

/** Headers of exported orders and shippings in each language. A test compares them with the server's. */
const shared = {
  fr: {
    customer: ['Client', 'Téléphone', 'Adresse', 'Produit', 'Quantité', 'Prix unitaire'],
    source: ['Nom de la source', 'Lien de la source', 'Commentaire', 'Référence du vendeur'],
    orders:
      'N°, Créée, Statut, Total, Devise, Statut depuis, Appels, À rappeler, Doublon probable, Statut de la livraison, Livreur, Vendeur, Pays, Modifiée',
    shippings:
      'Commande, N°, Créée, Statut, À encaisser, Encaissé, Devise, Livreur, Statut depuis, Sorties, Reportée au, Partie, Livrée, Close, État de la marchandise, Facturée, Argent remis, Vendeur, Pays, Modifiée',
  },
  en: {
    customer: ['Customer', 'Phone', 'Address', 'Product', 'Quantity', 'Unit price'],
    source: ['Source name', 'Source link', 'Comment', 'Seller’s reference'],
    orders:
      'No., Created, Status, Total, Currency, Status since, Calls, Call back, Likely duplicate, Shipping status, Delivery guy, Seller, Country, Updated',
    shippings:
      'Order, No., Created, Status, To collect, Collected, Currency, Delivery guy, Status since, Trips, Postponed to, Left, Delivered, Settled, Condition of the goods, Invoiced, Cash handed over, Seller, Country, Updated',
  },
  de: {
    customer: ['Kunde', 'Telefon', 'Adresse', 'Produkt', 'Menge', 'Stückpreis'],
    source: ['Quellname', 'Quelllink', 'Kommentar', 'Referenz des Verkäufers'],
    orders:
      'Nr., Angelegt, Status, Gesamt, Währung, Status seit, Anrufe, Rückruf, Vermutlich doppelt, Lieferstatus, Zusteller, Verkäufer, Land, Geändert',
    shippings:
      'Bestellung, Nr., Angelegt, Status, Zu kassieren, Kassiert, Währung, Zusteller, Status seit, Fahrten, Verschoben auf, Abgefahren, Zugestellt, Abgeschlossen, Zustand der Ware, Berechnet, Geld abgegeben, Verkäufer, Land, Geändert',
  },
  it: {
    customer: ['Cliente', 'Telefono', 'Indirizzo', 'Prodotto', 'Quantità', 'Prezzo unitario'],
    source: ['Nome fonte', 'Link fonte', 'Commento', 'Riferimento del venditore'],
    orders:
      'N., Creato, Stato, Totale, Valuta, Stato da, Chiamate, Da richiamare, Probabile doppione, Stato della consegna, Fattorino, Venditore, Paese, Modificato',
    shippings:
      'Ordine, N., Creata, Stato, Da incassare, Incassato, Valuta, Fattorino, Stato da, Uscite, Rimandata al, Partita, Consegnata, Chiusa, Stato della merce, Fatturata, Denaro versato, Venditore, Paese, Modificata',
  },
  es: {
    customer: ['Cliente', 'Teléfono', 'Dirección', 'Producto', 'Cantidad', 'Precio unitario'],
    source: ['Nombre de origen', 'Enlace de origen', 'Comentario', 'Referencia del vendedor'],
    orders:
      'N.º, Creado, Estado, Total, Moneda, Estado desde, Llamadas, Volver a llamar, Posible duplicado, Estado de la entrega, Repartidor, Vendedor, País, Modificado',
    shippings:
      'Pedido, N.º, Creada, Estado, Por cobrar, Cobrado, Moneda, Repartidor, Estado desde, Salidas, Aplazada al, Salió, Entregada, Cerrada, Estado de la mercancía, Facturada, Dinero entregado, Vendedor, País, Modificada',
  },
  ru: {
    customer: ['Клиент', 'Телефон', 'Адрес', 'Товар', 'Количество', 'Цена за штуку'],
    source: ['Название источника', 'Ссылка на источник', 'Комментарий', 'Номер у продавца'],
    orders:
      '№, Создан, Статус, Итого, Валюта, В статусе с, Звонки, Перезвонить, Вероятный дубль, Статус доставки, Курьер, Продавец, Страна, Изменён',
    shippings:
      'Заказ, №, Создана, Статус, К получению, Получено, Валюта, Курьер, В статусе с, Выезды, Перенесена на, Отправлена, Вручена, Закрыта, Состояние товара, В счёте, Деньги сданы, Продавец, Страна, Изменена',
  },
} as const satisfies Record<
  LanguageCode,
  { customer: readonly string[]; source: readonly string[]; orders: string; shippings: string }
>

type OwnExport = { headers: ReadonlyMap<string, ExportedColumn>; others: number }

const compact = (text: string): string => fold(text.normalize('NFKC')).replaceAll(' ', '')

/** The first of the other headers is the order number's. */
const ownExports: readonly OwnExport[] = Object.values(shared).flatMap(
  ({ customer, source, orders, shippings }) =>
    [orders, shippings].map((text): OwnExport => {
      const others = text.split(', ')
      const headers: Headers = [
        ...customer.map((header, at): [ExportedColumn, string] => [customerColumns[at]!, header]),
        ...source.map((header, at): [ExportedColumn, string] => [sourceColumns[at]!, header]),
        ...others.map((header, at): [ExportedColumn, string] => [at === 0 ? 'orderNumber' : null, header]),
      ]
      return {
        headers: new Map(headers.map(([column, header]) => [compact(header), column])),
        others: others.length,
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

/** Exported headers of fields, which are no aliases. */
export const exportedAliases: readonly (readonly [FieldColumn, string])[] = Object.values(shared).flatMap(
  ({ customer, source }) => [
    ...customer.map((header, at) => [customerColumns[at]!, header] as const),
    ...source.map((header, at) => [sourceColumns[at]!, header] as const),
  ],
)
