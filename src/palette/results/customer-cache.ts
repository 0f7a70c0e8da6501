import type { QueryClient } from '@tanstack/react-query'
import { whyNot } from '../../../domain/access/why-not.ts'
import type { Customer } from '../../../domain/customers/customer.ts'
import { codeOf } from '../../../machines/failure.ts'
import { markPreviewsOutdated, queryKeys } from '../../api/query-client.ts'
import type { CommandContext } from '../../commands/command-context.ts'
import { createQueryReader } from '../query-reader.ts'

/** `unknown`: no customer that the reader may see has ordered with that number. */
export type CustomerState =
  | { phase: 'loading' | 'unknown' | 'failed'; customer: null }
  | { phase: 'ready'; customer: Customer }

/** Customers by their phone, each read once for each opening of the palette. */
export function createCustomerCache(
  client: QueryClient,
  { actor, country, ports }: Pick<CommandContext, 'actor' | 'country' | 'ports'>,
) {
  const reader = createQueryReader<Customer | null>(client)
  return {
    answers: reader.answers,
    observe: reader.observe,
    /** Whether the actor may see customers at all. */
    isAllowed: actor !== null && whyNot(actor, 'customer.view') === null,
    read: (phone: string): CustomerState => {
      const { data, isError } = reader.read(phone, () => ({
        queryKey: queryKeys.customer(country, phone),
        queryFn: ({ signal }) => ports.api.customers.one(phone, { signal, country }).catch(nullIfUnknown),
      }))
      if (data) return { phase: 'ready', customer: data }
      return { phase: data === null ? 'unknown' : isError ? 'failed' : 'loading', customer: null }
    },
    stop: () => markPreviewsOutdated(client),
  }
}

/** A number that is too short or too long for a phone is no customer's either. */
const nullIfUnknown = (error: unknown): null => {
  if (['NOT_FOUND', 'VALIDATION_FAILED'].includes(codeOf(error))) return null
  throw error
}

export type CustomerCache = ReturnType<typeof createCustomerCache>
