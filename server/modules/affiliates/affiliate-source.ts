import { affiliateList } from '../../../domain/affiliates/affiliate-list.ts'
import { affiliates } from '../../db/schema/goods.ts'
import { type ListSource, listSource } from '../../crud/list-source.ts'

/** An actor's own offers. */
export const affiliateSource = listSource(affiliateList, {
  resource: 'affiliates',
  verb: 'affiliate.list',
  table: affiliates,
  owner: affiliates.owner,
  filters: {
    country: affiliates.country,
    owner: affiliates.owner,
    price: affiliates.price,
    quantity: affiliates.quantity,
  },
  sorts: {
    createdAt: affiliates.createdAt,
    number: affiliates.number,
    name: affiliates.name,
    price: affiliates.price,
    quantity: affiliates.quantity,
    updatedAt: affiliates.updatedAt,
  },
})

/** Everybody's offers, for whoever may take from them. */
export const storeSource: ListSource = { ...affiliateSource, verb: 'affiliate.store' }
