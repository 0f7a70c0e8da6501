import { Refused } from '../core/errors.ts'
import { hasSqlState, isDatabaseGone, isLockedOut } from './connection-errors.ts'
import type { Transaction } from './drizzle.ts'

/** Logs an error caused by one item, which is refused. */
export type OnFault = (error: unknown) => void

/** SQL states that do not depend on the item: the whole work is retried or refused. */
const sharedStates = new Set([
  '40001', // serialization_failure
  '40P01', // deadlock_detected
  '57014', // query_canceled: statement_timeout
  '53100', // disk_full
  '53200', // out_of_memory
  '53400', // configuration_limit_exceeded
  '58030', // io_error
  '25P02', // in_failed_sql_transaction
])

/** Whether one item may have caused the error: neither a refusal of the call nor a database state. */
export const isOfOneItem = (error: unknown): boolean =>
  !(error instanceof Refused) &&
  !isDatabaseGone(error) &&
  !isLockedOut(error) &&
  !hasSqlState(error, sharedStates)

/** If so many items fail before any succeeds, the cause is not the items. */
const MAX_FAILED_FIRST = 20

export type Apart<Item, Outcome> = {
  /** Processes some items in a transaction that may roll back. */
  work: (tx: Transaction, items: readonly Item[]) => Promise<Outcome>
  /** Outcome of an item that failed alone. */
  refuse: (item: Item, error: unknown) => Outcome | Promise<Outcome>
}

/**
 * Processes many items so that a bad one does not stop the rest: all in a savepoint; on an item's error, each half again, down
 * to the single item, which is refused. Outcomes keep the order. @throws the error if it is not an item's, or every item fails
 */
export const workApart = async <Item, Outcome>(
  tx: Transaction,
  items: readonly Item[],
  { work, refuse }: Apart<Item, Outcome>,
): Promise<Outcome[]> => {
  let failed = 0
  let hasWorked = false
  const attempt = async (some: readonly Item[]): Promise<Outcome[]> => {
    try {
      const outcome = await tx.transaction((part) => work(part, some))
      hasWorked = true
      return [outcome]
    } catch (error) {
      if (!isOfOneItem(error)) throw error
      if (some.length > 1) {
        const half = Math.ceil(some.length / 2)
        return [...(await attempt(some.slice(0, half))), ...(await attempt(some.slice(half)))]
      }
      failed++
      if (!hasWorked && failed >= MAX_FAILED_FIRST) throw error
      return [await refuse(some[0]!, error)]
    }
  }
  return items.length === 0 ? [] : attempt(items)
}
