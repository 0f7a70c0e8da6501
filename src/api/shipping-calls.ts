import type { ChangeReport, Target } from '../../domain/changes.ts'
import { type BulkOptions, bulk } from './call-options.ts'
import type { LongWork } from './long-work.ts'

/** What shippings have beyond what every resource has. */
export const shippingCalls = (longWork: LongWork) => ({
  /** Gives parcels to a delivery guy; null takes them back from whoever has them. */
  assign: (target: Target, delivery: string | null, options: BulkOptions = {}) =>
    longWork.json<ChangeReport>('/shippings/delivery', bulk({ ...target, delivery }, options), options),
})
