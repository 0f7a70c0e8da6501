import { sql } from 'drizzle-orm'
import type { ResourceName } from '../../domain/resources.ts'
import {
  learnedWords,
  type Searchable,
  type SearchEntry,
  toSearchEntry,
} from '../../domain/search/searchable.ts'
import type { Executor } from '../db/drizzle.ts'
import { arrayLiteral, givenRows, inChunks } from '../db/unnest-rows.ts'

/** Writes search entries in the transaction of their records. Unchanged entries are skipped, so call it after any write. */
export const writeSearchEntries = async <Name extends ResourceName>(
  tx: Executor,
  resource: Name,
  records: readonly Searchable[Name][],
): Promise<void> => {
  const entries = records.map((record) => toSearchEntry(resource, record))
  for (const chunk of inChunks(entries)) await writeEntries(tx, chunk)
  await learnWords(tx, entries)
}

/** Without words, for callers that add them once at the end. */
export const writeEntries = async (tx: Executor, entries: readonly SearchEntry[]): Promise<void> => {
  if (entries.length === 0) return
  const { from, value } = givenRows(
    entryColumns.map(([name, type]) => ({ name, type, values: entries.map((entry) => given(entry, name)) })),
    'recordId',
  )
  const values = sql.join(
    entryColumns.map(([name]) => (name === 'keys' ? sql`${value(name)}::text[]` : value(name))),
    sql`, `,
  )
  await tx.execute(sql`
    insert into search_entries as kept
      (resource, record_id, country, owner, number, title, subtitle, text, digits, keys)
    select ${values} from ${from}
    on conflict (resource, record_id) do update set
      country = excluded.country, owner = excluded.owner, title = excluded.title,
      subtitle = excluded.subtitle, text = excluded.text, digits = excluded.digits,
      keys = excluded.keys
    where (kept.country, kept.owner, kept.title, kept.subtitle, kept.text, kept.digits, kept.keys)
      is distinct from
      (excluded.country, excluded.owner, excluded.title, excluded.subtitle, excluded.text, excluded.digits,
        excluded.keys)`)
}

/** Arrays as literals: an array of arrays would be two-dimensional. */
const given = (entry: SearchEntry, name: keyof SearchEntry): unknown =>
  name === 'keys' ? arrayLiteral(entry.keys) : entry[name]

export const learnWords = (tx: Executor, entries: readonly Pick<SearchEntry, 'text'>[]): Promise<void> =>
  writeWords(tx, learnedWords(entries))

const entryColumns = [
  ['resource', 'text'],
  ['recordId', 'uuid'],
  ['country', 'text'],
  ['owner', 'uuid'],
  ['number', 'bigint'],
  ['title', 'text'],
  ['subtitle', 'text'],
  ['text', 'text'],
  ['digits', 'text'],
  ['keys', 'text'],
] as const satisfies readonly (readonly [keyof SearchEntry, string])[]

/** Sorted, to avoid deadlocks. */
export const writeWords = async (tx: Executor, words: readonly string[]): Promise<void> => {
  if (words.length === 0) return
  await tx.execute(sql`
    insert into search_words (word)
    select given.word from jsonb_array_elements_text(${JSON.stringify(words)}::jsonb) as given (word)
    where not exists (select 1 from search_words known where known.word = given.word)
    order by given.word on conflict do nothing`)
}

/** Removes entries of deleted records; restoring writes them again. */
export const removeSearchEntries = async (
  tx: Executor,
  resource: ResourceName,
  ids: readonly string[],
): Promise<void> => {
  if (ids.length === 0) return
  await tx.execute(
    sql`delete from search_entries where resource = ${resource} and record_id = any(${sql.param([...ids])}::uuid[])`,
  )
}
