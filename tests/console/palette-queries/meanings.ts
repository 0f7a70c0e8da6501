import type { LanguageCode } from '../../../domain/languages.ts'
import type { Query } from './query.ts'

const agent = { role: 'agent', on: 'shippings', active: 50212 } as const

/** Texts that were misread, each of which must have its first result: a person in a query is written by their number. */
export const meanings: Record<LanguageCode, readonly Query[]> = {
  fr: [
    ['colis livrés aujourd’hui', 'show shippings?status:DELIVERED settled:today'],
    ['colis livrés hier', 'show shippings?status:DELIVERED settled:yesterday'],
    ['livrées hier', 'show shippings?status:DELIVERED settled:yesterday'],
    ['colis retournés la semaine dernière', 'show shippings?status:RETURNED settled:last-week'],
    ['commandes livrées hier', 'show orders?shippingStatus:DELIVERED settled:yesterday'],
    ['colis livrés créés hier', 'show shippings?status:DELIVERED created:yesterday'],
    ['colis en attente hier', 'show shippings?status:PENDING created:yesterday'],
    ['livraisons de Drissa Bamba', 'show shippings?deliveryGuy:9010', agent],
    ['colis de Drissa Bamba', 'show shippings?deliveryGuy:9010', agent],
    ['Drissa Bamba', 'show shippings?deliveryGuy:9010', agent],
    ['livreur Drissa Bamba', 'show shippings?deliveryGuy:9010', agent],
    ['montre-moi les colis de Drissa Bamba', 'show shippings?deliveryGuy:9010'],
    ['colis attribués de Drissa Bamba', 'show shippings?status:ASSIGNED deliveryGuy:9010', agent],
    ['confier à Drissa Bamba', 'shipping.assign?delivery=9010', agent],
    ['Drissa Bamba', 'users #9010'],
    ['commandes de Mariam Coulibaly', 'show orders?owner:9003'],
    ['factures de Mariam Coulibaly', 'show invoices?owner:9003'],
  ],
  en: [
    ['delivered today', 'show shippings?status:DELIVERED settled:today'],
    ['returned last week', 'show shippings?status:RETURNED settled:last-week'],
    ['delivered parcels created last month', 'show shippings?status:DELIVERED created:last-month'],
    ['shippings of Drissa Bamba', 'show shippings?deliveryGuy:9010', agent],
    ['Drissa Bamba parcels', 'show shippings?deliveryGuy:9010', agent],
    ['orders of Mariam Coulibaly', 'show orders?owner:9003'],
    ['invoices of Mariam Coulibaly', 'show invoices?owner:9003'],
  ],
  de: [
    ['Sendungen von Drissa Bamba', 'show shippings?deliveryGuy:9010', agent],
    ['heute zugestellte Pakete', 'show shippings?settled:today status:DELIVERED'],
  ],
  es: [
    ['paquetes entregados hoy', 'show shippings?status:DELIVERED settled:today'],
    ['entregas de Drissa Bamba', 'show shippings?deliveryGuy:9010', agent],
    ['envíos de Drissa Bamba', 'show shippings?deliveryGuy:9010', agent],
  ],
  it: [
    ['consegne di Drissa Bamba', 'show shippings?deliveryGuy:9010', agent],
    ['pacchi consegnati oggi', 'show shippings?status:DELIVERED settled:today'],
  ],
  ru: [
    ['посылки, вручённые сегодня', 'show shippings?status:DELIVERED settled:today'],
    ['доставки Дрисса Бамба', 'show shippings?deliveryGuy:9010', agent],
    ['доставки Дриссы Бамбы', 'show shippings?deliveryGuy:9010', agent],
    ['доставки Drissa Bamba', 'show shippings?deliveryGuy:9010', agent],
  ],
}
