import { Refused } from '../core/errors.ts'
import { hasSqlState, isDatabaseGone, isLockedOut } from './connection-errors.ts'
import type { Transaction } from './drizzle.ts'

/** An error that one item caused. Its item is refused; whoever called logs the cause. */
export type OnFault = (error: unknown) => void

/** The same of every item: the whole work is tried again or refused, never an item alone. */
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

/** Whether an error may be one item's: not a refusal of the whole call, nor the state of the database. */
export const isOfOneItem = (error: unknown): boolean =>
  !(error instanceof Refused) &&
  !isDatabaseGone(error) &&
  !isLockedOut(error) &&
  !hasSqlState(error, sharedStates)

/** So many items that fail one by one before any succeeds: the fault is not theirs. */
const MAX_FAILED_FIRST = 20

export type Apart<Item, Outcome> = {
  /** Does the work of some of the items in this transaction, which may be rolled back. */
  work: (tx: Transaction, items: readonly Item[]) => Promise<Outcome>
  /** What is reported of an item that failed alone. */
  refuse: (item: Item, error: unknown) => Outcome | Promise<Outcome>
}

/**
 * Work over many items that one bad item does not stop: all together in a savepoint; where that fails for a reason that may
 * be one item's, each half again, down to the single one, which is refused. Outcomes come in the order of the items.
 * @throws the error where it is not one item's, or where every item fails
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
