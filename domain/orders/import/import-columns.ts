import { type LanguageCode, languageCodes } from '../../core/languages.ts'
import type { Field } from '../../lib/field.ts'
import { fold, umlautSpellings } from '../../lib/fold.ts'
import { orders } from '../../orders/order.ts'

const { country: _, product: __, comment, externalRef, ...fields } = orders.fields

/** The columns of `orders.xlsx` in template order: an order's fields without its country. */
export const importColumns = {
  product: { kind: 'text', max: 160, required: true },
  ...fields,
  comment,
  externalRef,
} as const satisfies Record<string, Field>

export type ImportColumn = keyof typeof importColumns

export const importColumnNames = Object.keys(importColumns) as ImportColumn[]

export const requiredImportColumns = importColumnNames.filter((column) => isRequired(importColumns[column]))

function isRequired(field: Field): boolean {
  return field.required === true
}

/** Maximum number of data rows, and of columns read: Shopify's export has 79. */
export const largestImport = 20_000
export const widestImport = 128

/** Reference of the template's example row, which is skipped. */
export const exampleReference = 'EXEMPLE-EXAMPLE'

/** Headings in our own exports, in the order of `languageCodes`. */
const exported: Record<ImportColumn, string> = {
  product: 'Produit, Product, Produkt, Prodotto, Producto, Товар',
  customerName: 'Client, Customer, Kunde, Cliente, Cliente, Клиент',
  customerPhone: 'Téléphone, Phone, Telefon, Telefono, Teléfono, Телефон',
  customerAddress: 'Adresse, Address, Adresse, Indirizzo, Dirección, Адрес',
  city: 'Ville, City, Stadt, Città, Ciudad, Город',
  quantity: 'Quantité, Quantity, Menge, Quantità, Cantidad, Количество',
  price: 'Prix unitaire, Unit price, Stückpreis, Prezzo unitario, Precio unitario, Цена за штуку',
  sourceLink:
    'Lien de la source, Source link, Link der Quelle, Link di origine, Enlace de origen, Ссылка на источник',
  sourceName:
    'Nom de la source, Source name, Quelle, Nome dell’origine, Nombre de origen, Название источника',
  comment: 'Commentaire, Comment, Kommentar, Commento, Comentario, Комментарий',
  externalRef:
    'Référence du vendeur, Seller’s reference, Referenz des Verkäufers, Riferimento del venditore, Referencia del vendedor, Номер у продавца',
}

/** Headings of our own exports in a language. */
export const exportedHeadings = (language: LanguageCode): [ImportColumn, string][] =>
  importColumnNames.map((column) => [column, exported[column].split(', ')[languageCodes.indexOf(language)]!])

/** Header spellings of each column in six languages. Compared folded and without spaces: `Nom du Client *` matches. */
const aliases: Record<ImportColumn, string> = {
  product:
    'product, product name, item, article, produit, nom du produit, nom produit, produit commandé, désignation, ' +
    'référence produit, code produit, produit id, product number, product id, sku, Produkt, Produktname, Artikel, ' +
    'prodotto, nome prodotto, articolo, producto, nombre del producto, artículo, товар, продукт, название товара',
  customerName:
    'customer, customer name, client, client name, name, full name, recipient, nom, nom complet, nom client, ' +
    'nom du client, nom et prénom, nom et prénoms, nom & prénoms, nom prénom, destinataire, Kunde, Kundenname, Name des Kunden, ' +
    'Empfänger, cliente, nome, nome cliente, nome del cliente, destinatario, nombre, nombre cliente, ' +
    'nombre del cliente, nombre completo, клиент, имя, имя клиента, фио, получатель',
  customerPhone:
    'customer phone, phone, phone number, telephone, telephone number, mobile, mobile number, tel, cell, cellphone, ' +
    'contact, contacts, numéro, numéro de téléphone, numéro téléphone, numéro client, numéro du client, n° de téléphone, ' +
    'n° téléphone, n° tel, num tel, téléphone client, téléphone du client, tél client, portable, whatsapp, ' +
    'Telefon, Telefonnummer, Handy, Handynummer, telefono, numero di telefono, cellulare, telefono cliente, ' +
    'teléfono, número de teléfono, móvil, celular, телефон, номер телефона, телефон клиента, номер',
  customerAddress:
    'customer address, address, delivery address, shipping address, location, place, adresse, adresse client, ' +
    'adresse du client, adresse de livraison, adresse livraison, lieu de livraison, lieu, quartier, localisation, ' +
    'Adresse, Lieferadresse, Kundenadresse, Anschrift, indirizzo, indirizzo cliente, indirizzo di consegna, ' +
    'dirección, dirección del cliente, dirección de entrega, domicilio, адрес, адрес клиента, адрес доставки',
  city:
    'city, town, municipality, delivery city, ville, commune, ville client, ville du client, ville de livraison, ' +
    'commune de livraison, Stadt, Ort, Lieferort, città, comune, ciudad, municipio, localidad, город, населённый пункт',
  quantity:
    'quantity, qty, qté, quantité, nombre de pièces, nb, nbre, qte commandée, pieces, pcs, Menge, Anzahl, Stückzahl, ' +
    'quantità, qta, pezzi, cantidad, cant, unidades, количество, кол-во, шт',
  price:
    'price, unit price, price per unit, selling price, prix, prix unitaire, prix de vente, prix unité, pu, tarif, Preis, ' +
    'Stückpreis, Einzelpreis, Verkaufspreis, prezzo, prezzo unitario, prezzo di vendita, precio, precio unitario, ' +
    'precio de venta, цена, цена за штуку, стоимость',
  sourceLink:
    'source link, link, url, product link, page link, lien, lien source, lien de la source, lien produit, lien du produit, ' +
    'Link, Quelllink, Link der Quelle, Produktlink, link sorgente, link prodotto, link fonte, link di origine, enlace, enlace de origen, ' +
    'enlace del producto, ссылка, ссылка на источник, ссылка на товар',
  sourceName:
    'source name, source, store, store name, shop, page, nom source, nom de la source, boutique, nom de la boutique, canal, ' +
    'Quelle, Quellname, Shop, Laden, fonte, nome fonte, origine, nome dell’origine, negozio, origen, nombre de origen, fuente, tienda, ' +
    'источник, название источника, магазин',
  comment:
    'comment, comments, note, notes, remark, remarks, observation, observations, commentaire, commentaires, remarque, ' +
    'remarques, précision, précisions, Kommentar, Bemerkung, Notiz, Anmerkung, commento, osservazioni, nota, ' +
    'comentario, comentarios, observaciones, notas, комментарий, примечание, заметка',
  externalRef:
    'external ref, external reference, reference, ref, order id, order number, order ref, order reference, order no, ' +
    'référence, réf, référence externe, référence de commande, référence commande, réf commande, id commande, numéro de commande, n° commande, ' +
    'n° de commande, commande, externe Referenz, Referenz, Bestellnummer, Auftragsnummer, riferimento, ' +
    'riferimento esterno, numero ordine, referencia, referencia externa, número de pedido, ' +
    'внешний номер, номер заказа, артикул заказа, референс',
}

/** The column of a header in any of the six languages; null if unknown. */
export const importColumnOf = (header: string): ImportColumn | null =>
  header.length > MAX_HEADER_LENGTH ? null : aliasOf(header)

/** Longer than any alias with a remark in brackets. */
const MAX_HEADER_LENGTH = 500

const aliasOf = (header: string): ImportColumn | null =>
  byHeader.get(compact(header)) ?? byHeader.get(compact(header.replace(/\([^()]*\)/g, ''))) ?? null

const compact = (text: string): string => fold(text).replaceAll(' ', '')

const byHeader = new Map<string, ImportColumn>([
  ...languageCodes
    .flatMap(exportedHeadings)
    .map(([column, header]): [string, ImportColumn] => [compact(header), column]),
  ...importColumnNames.flatMap((column) =>
    [column, ...aliases[column].split(',').flatMap(umlautSpellings)].map((alias): [string, ImportColumn] => [
      compact(alias),
      column,
    ]),
  ),
])

/** File names of the downloads: the template, and the failed rows. */
export const importFiles = { template: 'orders.xlsx', failed: 'orders-failed.xlsx' } as const
