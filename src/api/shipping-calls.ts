import type { ChangeReport, Target } from '../../domain/changes.ts'
import { type BulkOptions, bulk } from './call-options.ts'
import type { Http } from './http.ts'

/** What shippings have beyond what every resource has. */
export const shippingCalls = (http: Http) => ({
  /** Gives parcels to a delivery guy; null takes them back from whoever has them. */
  assign: (target: Target, delivery: string | null, options: BulkOptions = {}) =>
    http.json<ChangeReport>('/shippings/delivery', bulk({ ...target, delivery }, options)),
})
