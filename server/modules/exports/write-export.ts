import { sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import type { CountryCode } from '../../../domain/countries.ts'
import { exportWidths, largestExport } from '../../../domain/exports/export-columns.ts'
import { exportRow } from '../../../domain/exports/export-row.ts'
import type { LanguageCode } from '../../../domain/languages.ts'
import type { ListQuery } from '../../../domain/lib/list-query.ts'
import { type ResourceName, resources } from '../../../domain/resources.ts'
import type { ServerContext } from '../../context.ts'
import { Refused } from '../../refused.ts'
import { openSheet } from '../../spreadsheets/write-sheet.ts'
import { countedSql, listedSql } from '../../crud/choose-records.ts'
import type { Executor } from '../../crud/executor.ts'
import type { ListSource } from '../../crud/list-source.ts'
import type { ReadRecords } from '../../crud/record-reader.ts'
import { resourceLists } from '../resource-lists.ts'
import { exportTexts } from './export-texts.ts'

export type Export = { resource: ResourceName; query: ListQuery; language: LanguageCode }

export type ExportSink = {
  take: (bytes: Uint8Array) => Promise<void>
  onRows: (rows: number) => Promise<void>
}

const rowsAtOnce = 500

/** How many rows a list's spreadsheet would have for this actor. */
export const countExport = async (
  db: Executor,
  actor: Actor,
  { resource, query }: Pick<Export, 'resource' | 'query'>,
): Promise<number> => {
  const { rows } = await db.execute<{ count: string }>(countedSql(sourceOf(resource), actor, query))
  return Number(rows[0]?.count ?? 0)
}

/**
 * Writes a list as a spreadsheet, as it stands at one instant: two statements for every few hundred rows, which are all
 * that is in memory. Answers how many rows there were.
 */
export const writeExport = (
  { db }: Pick<ServerContext, 'db'>,
  actor: Actor,
  { resource, query, language }: Export,
  { take, onRows }: ExportSink,
): Promise<number> =>
  db.transaction(
    async (tx) => {
      const { title, headers, words } = exportTexts(resource, language)
      const widths = exportWidths(resource)
      const columns = headers.map((header, at) => ({ header, width: widths[at]! }))
      const sheet = await openSheet({ name: title, columns }, take)
      const read: ReadRecords<{ id: string; country: CountryCode }> = resourceLists[resource].read
      await tx.execute(
        sql`declare listed no scroll cursor for ${listedSql(sourceOf(resource), actor, query)}`,
      )
      for (let rows = 0; ; ) {
        const listed = await tx.execute<{ id: string }>(sql`fetch ${sql.raw(String(rowsAtOnce))} from listed`)
        const ids = listed.rows.map(({ id }) => id)
        const records = new Map((await read(tx, ids)).map((record) => [record.id, record]))
        const chosen = ids.flatMap((id) => records.get(id) ?? [])
        rows += chosen.length
        if (rows > largestExport) throw new Refused('FILE_TOO_MANY_ROWS')
        await sheet.write(chosen.map((record) => exportRow(resource, record, words)))
        if (ids.length < rowsAtOnce) {
          await sheet.end()
          return rows
        }
        await onRows(rows)
      }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )

/** A spreadsheet reaches as far as the permission to export does. */
const sourceOf = (resource: ResourceName): ListSource => ({
  ...resourceLists[resource].source,
  verb: resources[resource].verbs.export,
})
