import { inArray, sql } from 'drizzle-orm'
import { type CallPolicy, callPolicies as definition } from '../../domain/calls/call-policy.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import { recordList } from '../crud/record-list.ts'
import type { Executor } from '../db/drizzle.ts'
import { callPolicies } from '../db/schema/calls.ts'

export const callPolicyList = recordList(definition, callPolicies, {
  fields: {
    spent: sql<number>`(select count(*)::int from orders where orders.country = ${callPolicies.country}
      and orders.deleted_at is null and orders.status = 'NOT_REACHABLE' and orders.callback_at is null
      and orders.attempts >= ${callPolicies.mostAttempts})`,
  },
})

export type CountryPolicy = CallPolicy & { country: CountryCode }

/** The policies of these countries. */
export const readPolicies = async (
  db: Executor,
  countries: readonly CountryCode[],
): Promise<CountryPolicy[]> =>
  db
    .select({
      country: callPolicies.country,
      hours: callPolicies.hours,
      weekdaysOff: callPolicies.weekdaysOff,
      daysOff: callPolicies.daysOff,
      spacing: callPolicies.spacing,
      mostAttempts: callPolicies.mostAttempts,
      promisedFor: callPolicies.promisedFor,
      distribution: callPolicies.distribution,
      queueOrder: callPolicies.queueOrder,
      mostWait: callPolicies.mostWait,
    })
    .from(callPolicies)
    .where(inArray(callPolicies.country, [...countries]))
