import type { Actor } from '../access/actor.ts'
import type { Scoped } from '../access/scope.ts'
import { whyNot } from '../access/why-not.ts'
import type { Code } from '../core/codes.ts'
import type { Fields, Values } from '../lib/field.ts'
import { goodsColumns } from '../lib/goods.ts'
import type { RequestInput } from '../requests/request.ts'
import type { Affiliate } from './affiliate.ts'

/** What taking an offer says: for which seller, which only an admin may; the caller where it is left out. */
export const offerTakeFields = { owner: goodsColumns.owner.field } as const satisfies Fields

export type OfferTake = Values<typeof offerTakeFields>

/** What a request for an offer's goods says. */
export const offerRequestFields = {
  quantity: { ...goodsColumns.quantity.field, min: 1 },
  comment: goodsColumns.comment.field,
} as const satisfies Fields

export type OfferRequest = Values<typeof offerRequestFields>

/** Why this actor may not take that offer; `product` is theirs that came from it. */
export const whyNotTakeOffer = (actor: Actor, offer: Scoped & { product: string | null }): Code | null =>
  whyNot(actor, 'affiliate.take', offer) ?? (offer.product === null ? null : 'ALREADY_TAKEN')

type Offered = Pick<Affiliate, 'id' | 'name' | 'country' | 'price' | 'description' | 'productImage'>

/** What a product has from its offer; how many pieces there are of it is its own. */
export const productOfOffer = ({ id, ...goods }: Offered) => ({
  affiliate: id,
  ...goodsOf(goods),
})

/** What a purchase request has from the offer that it is about. */
export const requestOfOffer = (
  offer: Omit<Offered, 'id'>,
  { quantity, comment = null }: OfferRequest,
): RequestInput => ({ ...goodsOf(offer), quantity, comment })

const goodsOf = ({ name, country, price, description, productImage }: Omit<Offered, 'id'>) => ({
  name,
  country,
  price,
  description,
  productImage,
})
