import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import { largestIdCount } from '../../../domain/changes/changes.ts'
import type { FieldProblem } from '../../../domain/core/codes.ts'
import type { CountryCode } from '../../../domain/core/countries.ts'
import {
  defaultLanguage,
  isLanguageCode,
  type LanguageCode,
  languageCodes,
  languages,
} from '../../../domain/core/languages.ts'
import {
  type ExportWords,
  exportRow,
  exportWidths,
  largestExport,
} from '../../../domain/exports/export-row.ts'
import { choiceOf, isId } from '../../../domain/lib/field.ts'
import { type ListQuery, parseListQuery } from '../../../domain/lib/list-query.ts'
import { type ResourceName, resources } from '../../../domain/resources.ts'
import { accepted, Refused } from '../../core/errors.ts'
import { countedSql, listedSql } from '../../crud/choose-records.ts'
import type { ListSource } from '../../crud/list-source.ts'
import type { ReadRecords } from '../../crud/read-records.ts'
import type { ServerContext } from '../../db/context.ts'
import type { Executor } from '../../db/drizzle.ts'
import { acceptedLanguages } from '../../problems/problem.ts'
import { serverResources } from '../../resources/registry.ts'
import { openSheet } from '../../spreadsheets/write-workbook.ts'

/** Parameters of an export: those of the list without pages, and a language. */
type ExportCall = { query: ListQuery; language: LanguageCode | null }

/** Parameters from query string and body; the body wins. */
export const readExport = (
  resource: ResourceName,
  query: Record<string, unknown>,
  body: unknown = null,
): ExportCall => {
  if (typeof body !== 'object' || Array.isArray(body)) {
    throw new Refused('VALIDATION_FAILED', { errors: [{ path: '', code: 'BAD_JSON' }] })
  }
  const { language, ids, except, ...parameters } = { ...query, ...body } as Record<string, unknown>
  const errors: FieldProblem[] = ['limit', 'skip']
    .filter((path) => Object.hasOwn(parameters, path))
    .map((path) => ({ path, code: 'UNKNOWN_PARAMETER' }))
  const chosen = readIds('ids', ids, errors)
  const left = readIds('except', except, errors)
  if (errors.length > 0) throw new Refused('VALIDATION_FAILED', { errors })
  const chosenLanguage = language === undefined ? undefined : choiceOf(languageCodes, language)
  if (chosenLanguage === null) {
    throw new Refused('VALIDATION_FAILED', { errors: [{ path: 'language', code: 'NOT_A_CHOICE' }] })
  }
  const read = accepted(parseListQuery(resources[resource].list, parameters))
  return { query: { ...read, ids: chosen, except: left ?? [] }, language: chosenLanguage ?? null }
}

/** A selection in the body may be longer than a URL. */
const readIds = (path: string, value: unknown, errors: FieldProblem[]): string[] | null => {
  if (value === undefined || value === '') return null
  if (typeof value !== 'string') {
    errors.push({ path, code: 'NOT_TEXT' })
    return null
  }
  const ids = value
    .split(',')
    .map((id) => id.trim().toLowerCase())
    .filter((id) => id !== '')
  if (ids.length > largestIdCount) errors.push({ path, code: 'TOO_MANY_IDS' })
  else if (!ids.every(isId)) errors.push({ path, code: 'NOT_AN_ID' })
  return ids
}

type Export = { resource: ResourceName; query: ListQuery; language: LanguageCode }

type ExportSink = {
  take: (bytes: Uint8Array) => Promise<void>
  onRows: (rows: number) => Promise<void>
}

const rowsAtOnce = 500

/** Number of rows for this actor. */
export const countExport = async (
  db: Executor,
  actor: Actor,
  { resource, query }: Pick<Export, 'resource' | 'query'>,
): Promise<number> => {
  const { rows } = await db.execute<{ count: string }>(countedSql(sourceOf(resource), actor, query))
  return Number(rows[0]?.count ?? 0)
}

/** Writes a spreadsheet from one snapshot, in chunks of some hundred rows. Returns the number of rows. */
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
      const read: ReadRecords<{ id: string; country: CountryCode }> = serverResources[resource].read
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

/** Scoped by the permission to export. */
const sourceOf = (resource: ResourceName): ListSource => ({
  ...serverResources[resource].source,
  verb: resources[resource].verbs.export,
})

/** Texts of a spreadsheet, as on the console's screens. */
type ExportTexts = { title: string; headers: string[]; words: ExportWords }

type Texts = { [name: string]: string | Texts }

const locales = new URL('../../../locales/', import.meta.url)

export const exportTexts = (resource: ResourceName, language: LanguageCode): ExportTexts => {
  const read = (namespace: string) => readTexts(language, namespace)
  const own = read(resource)
  const shared = read('exports')
  /** Names are labelled by their reference field. */
  const header = (column: string) =>
    textAt(own, 'fields', column) ??
    textAt(own, 'fields', column.replace(/Name$/, '')) ??
    textAt(shared, 'columns', column)
  const words: Record<string, (value: string) => string | undefined> = {
    country: (value) => textAt(read('countries'), value),
    shippingStatus: (value) => textAt(read('shippings'), 'status', value),
    reason: (value) => textAt(read('errors'), value),
    language: (value) => (isLanguageCode(value) ? languages[value].name : undefined),
  }
  const word: ExportWords = (field, value) =>
    (words[field]?.(value) ?? textAt(own, field, ...value.split('.')) ?? textAt(shared, value)) || value
  return {
    title: textAt(own, 'title') ?? resource,
    headers: resources[resource].exported.map((column) => header(column) ?? column),
    words: word,
  }
}

/** Language of a spreadsheet: as requested, else the reader's. */
export const exportLanguage = (
  asked: LanguageCode | null,
  acceptLanguage: string | undefined,
): LanguageCode => asked ?? acceptedLanguages(acceptLanguage)[0] ?? defaultLanguage

const known = new Map<string, Texts>()

const readTexts = (language: LanguageCode, namespace: string): Texts => {
  const path = `${language}/${namespace}.json`
  const read = known.get(path)
  if (read !== undefined) return read
  const texts = JSON.parse(readFileSync(new URL(path, locales), 'utf8')) as Texts
  for (const [group, from] of Object.entries(texts.inherits ?? {})) {
    texts[group] = { ...groupOf(readTexts(language, String(from)), group), ...groupOf(texts, group) }
  }
  known.set(path, texts)
  return texts
}

const groupOf = (texts: Texts, group: string): Texts => {
  const found = texts[group]
  return typeof found === 'object' ? found : {}
}

const textAt = (texts: Texts, ...path: string[]): string | undefined => {
  const found = path.reduce<Texts | string | undefined>(
    (at, name) => (typeof at === 'object' ? at[name] : undefined),
    texts,
  )
  return typeof found === 'string' ? found : undefined
}
