import { whyNot } from '../../../domain/access/why-not.ts'
import type { Customer } from '../../../domain/customers/customer.ts'
import { codeOf } from '../../../machines/failure.ts'
import type { CommandContext } from '../../commands/command-context.ts'

/** `unknown`: nobody whom the reader may see has ordered with that number. */
export type CustomerState =
  | { phase: 'loading' | 'unknown' | 'failed'; customer: null }
  | { phase: 'ready'; customer: Customer }

const loading: CustomerState = { phase: 'loading', customer: null }
const unknown: CustomerState = { phase: 'unknown', customer: null }

/** Customers by their phone, each asked for once while the palette is open. */
export function createCustomerCache({
  actor,
  country,
  ports,
}: Pick<CommandContext, 'actor' | 'country' | 'ports'>) {
  const states = new Map<string, CustomerState>()
  const listeners = new Set<() => void>()
  let controller = new AbortController()
  let version = 0

  const put = (phone: string, state: CustomerState) => {
    states.set(phone, state)
    version += 1
    for (const listener of listeners) listener()
  }

  return {
    /** Grows when a customer arrives; for `useSyncExternalStore`. */
    getSnapshot: () => version,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Whether this person has to do with customers at all. */
    isAllowed: actor !== null && whyNot(actor, 'customer.view') === null,
    read: (phone: string): CustomerState => {
      const known = states.get(phone)
      if (known) return known
      states.set(phone, loading)
      const { signal } = controller
      ports.api.customers.one(phone, { signal, country }).then(
        (customer) => put(phone, { phase: 'ready', customer }),
        (error: unknown) => {
          if (signal.aborted) return
          const code = codeOf(error)
          put(phone, isNobody(code) ? unknown : { phase: 'failed', customer: null })
        },
      )
      return loading
    },
    /** What is on its way is given up; who reads on asks anew. */
    stop: () => {
      controller.abort()
      controller = new AbortController()
      for (const [phone, state] of states) if (state === loading) states.delete(phone)
      version += 1
    },
  }
}

/** Long enough for a number and yet none: nobody orders with it either. */
const isNobody = (code: string): boolean => code === 'NOT_FOUND' || code === 'VALIDATION_FAILED'

export type CustomerCache = ReturnType<typeof createCustomerCache>
