import { whyNot } from '../../../domain/access/why-not.ts'
import { type Affiliate, affiliates as affiliateDefinition } from '../../../domain/affiliates/affiliate.ts'
import { whyNotDeleteAffiliate } from '../../../domain/affiliates/policy.ts'
import { type HeldOf, type RecordKind, verbsOf } from '../../crud/resource-definition.ts'
import { findUses } from '../../crud/write-records.ts'
import { affiliates, products } from '../../db/schema/goods.ts'
import { deleteBulk } from '../../jobs/define-bulk.ts'
import { affiliateSource, readAffiliates, readAffiliatesFor } from '../../queries/affiliates.ts'
import { writeSearchEntries } from '../../search/write-entries.ts'

type HeldAffiliate = HeldOf<typeof affiliates>

/** An offer cannot be deleted while a product made from it exists. */
export const affiliateKind: RecordKind<Affiliate, HeldAffiliate, ReadonlySet<string>> = {
  source: affiliateSource,
  table: affiliates,
  read: readAffiliates,
  readFor: readAffiliatesFor,
  makeFindable: async (tx, ids) => writeSearchEntries(tx, 'affiliates', await readAffiliates(tx, ids)),
  verbs: verbsOf('affiliate'),
  fields: affiliateDefinition.fields,
  updateFields: affiliateDefinition.updateFields,
  initial: {},
  findFacts: (tx, pairs) =>
    findUses(tx, pairs, [{ column: products.affiliate, deletedAt: products.deletedAt }]),
  whyNot: {
    create: () => null,
    update: (actor, offer) => whyNot(actor, 'affiliate.update', offer),
    delete: (actor, offer, taken) => whyNotDeleteAffiliate(actor, { ...offer, isTaken: taken.has(offer.id) }),
    revert: (_, next, taken) => (next.isDeleted && taken.has(next.id) ? 'IN_USE' : null),
  },
}

export const affiliateBulks = { delete: deleteBulk(affiliateKind) }
