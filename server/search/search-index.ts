import { sql } from 'drizzle-orm'
import type { Transaction } from '../db/drizzle.ts'
import type { Executor } from '../crud/executor.ts'

/**
 * What this transaction adds to the trigram indexes of the search waits in their lists for `tidySearchIndexes`. As
 * PostgreSQL is set, thousands of entries would be put in order three times on the way, and whoever asked waits for it.
 * Searches look through the list meanwhile, so that it is bounded.
 */
export const deferSearchIndexing = async (tx: Transaction): Promise<void> => {
  await tx.execute(sql`set local gin_pending_list_limit = '16MB'`)
}

/** Puts in order what waits in the lists of the indexes; nothing where none does. */
export const tidySearchIndexes = async (db: Executor): Promise<void> => {
  await db.execute(sql`
    select gin_clean_pending_list(name::regclass)
    from unnest(array['search_entries_text_idx', 'search_entries_digits_idx']) as name`)
}
