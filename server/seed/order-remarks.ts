import type { CountryCode } from '../../domain/core/countries.ts'
import type { OrderStatus } from '../../domain/fulfillment/order-status.ts'
import type { ShippingStatus } from '../../domain/fulfillment/shipping-status.ts'
import type { Random } from './row-writer.ts'

type Remark = readonly [french: string, english: string]

const orderRemarks: Record<OrderStatus, readonly Remark[]> = {
  PENDING: [
    ['Appeler après 17 h', 'Call after 5 pm'],
    ['Livrer au bureau', 'Deliver to the office'],
    ['Préfère WhatsApp', 'Prefers WhatsApp'],
  ],
  CONFIRMED: [
    ['Livrer samedi matin', 'Deliver on Saturday morning'],
    ['Prévoir la monnaie', 'Bring change'],
    ['Appeler avant de passer', 'Call before coming'],
  ],
  CANCELLED: [
    ['Ne veut plus', 'Changed their mind'],
    ['Trop cher', 'Too expensive'],
    ['Déjà acheté ailleurs', 'Bought it elsewhere'],
    ['Faux numéro', 'Wrong number'],
    ['Zone non livrée', 'Out of the delivery zone'],
  ],
  NOT_REACHABLE: [
    ['Ne décroche pas', 'Does not pick up'],
    ['Téléphone éteint', 'Phone switched off'],
    ['Rappeler demain', 'Call again tomorrow'],
  ],
}

const shippingRemarks: Partial<Record<ShippingStatus, readonly Remark[]>> = {
  POSTPONED: [
    ['Reporté à lundi', 'Postponed to Monday'],
    ['En voyage, revient vendredi', 'Travelling, back on Friday'],
  ],
  NOT_REACHABLE: [['Ne répond pas au portail', 'No answer at the gate']],
  REFUSED: [
    ['Couleur différente de la photo', 'Not the colour of the picture'],
    ['N’a pas l’argent aujourd’hui', 'Does not have the money today'],
  ],
  RETURNED: [['Revenu au dépôt', 'Back at the warehouse']],
  LOST: [['Colis égaré pendant la tournée', 'Parcel lost on the round']],
}

const inLanguage = (remark: Remark, country: CountryCode): string => remark[country === 'lib' ? 1 : 0]

/** Comments are frequent for failures, rare otherwise. */
export const orderRemark = (random: Random, status: OrderStatus, country: CountryCode): string | null =>
  random.chance(status === 'CANCELLED' || status === 'NOT_REACHABLE' ? 0.8 : 0.15)
    ? inLanguage(random.pick(orderRemarks[status]), country)
    : null

export const shippingRemark = (
  random: Random,
  status: ShippingStatus,
  country: CountryCode,
): string | null => {
  const remarks = shippingRemarks[status]
  return remarks === undefined ? null : inLanguage(random.pick(remarks), country)
}
