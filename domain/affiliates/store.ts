import type { Actor } from '../access/actor.ts'
import { type Scoped, whyNot } from '../access/why-not.ts'
import type { Code } from '../core/codes.ts'
import type { Fields, Values } from '../lib/field.ts'
import { goodsColumns } from '../lib/goods.ts'
import type { RequestInput } from '../requests/request.ts'
import type { Affiliate } from './affiliate.ts'

/** Body of `take`. `owner`: the seller; admins only, default the caller. */
export const offerTakeFields = { owner: goodsColumns.owner.field } as const satisfies Fields

export type OfferTake = Values<typeof offerTakeFields>

/** Body of a purchase request for the goods of an offer, or of a product. */
export const offerRequestFields = {
  quantity: { ...goodsColumns.quantity.field, min: 1 },
  comment: goodsColumns.comment.field,
} as const satisfies Fields

export type OfferRequest = Values<typeof offerRequestFields>

/** Code why the actor may not take the offer, or null. `product`: the one they already have from it. */
export const whyNotTakeOffer = (actor: Actor, offer: Scoped & { product: string | null }): Code | null =>
  whyNot(actor, 'affiliate.take', offer) ?? (offer.product === null ? null : 'ALREADY_TAKEN')

/**
 * Code why the actor may not request goods of the offer, or null: their own offer, or, with a `quantity`, more than it has.
 */
export const whyNotRequestOffer = (
  actor: Actor,
  offer: Scoped & { quantity: number },
  quantity = 0,
): Code | null =>
  whyNot(actor, 'affiliate.request', offer) ??
  (offer.owner === actor.id ? 'OWN_OFFER' : quantity > offer.quantity ? 'OUT_OF_STOCK' : null)

export type Offered = Pick<Affiliate, 'id' | 'name' | 'country' | 'price' | 'description' | 'productImage'>

/** The fields that a product copies from its offer. Its quantity is its own. */
export const productOfOffer = ({ id, ...goods }: Offered) => ({
  affiliate: id,
  ...goodsOf(goods),
})

/** The fields that a purchase request copies from its offer or product. */
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
