import { StartRefusal } from '../core/start-refusal.ts'
import {
  backupFormat,
  type Closing,
  FrameError,
  type Manifest,
  momentary,
  type SavedTable,
} from './backup-file.ts'

const MAX_TABLES = 1_000
const MAX_COLUMNS = 1_600

/**
 * Parses a backup's first record. `known`: number of migrations of this version. @throws FrameError if invalid, StartRefusal if
 * from a newer version
 */
export const readManifest = (bytes: Buffer, known: number): Manifest => {
  const read = membersOf(bytes)
  const { takenAt, migrations, tables, sequences, hasFiles = false } = read
  const isOurs =
    read.format === backupFormat &&
    typeof takenAt === 'string' &&
    /^\d{4}-\d\d-\d\dT[\d:.]{8,16}Z$/.test(takenAt) &&
    isCount(migrations) &&
    migrations > 0 &&
    isList<SavedTable>(tables, MAX_TABLES, isTable) &&
    isList<Sequence>(sequences, MAX_TABLES, isSequence) &&
    typeof hasFiles === 'boolean'
  if (!isOurs) throw new FrameError()
  if (migrations > known) throw new StartRefusal('This backup is of a newer Waybill: update this one first.')
  return { format: backupFormat, takenAt, migrations, tables, sequences, hasFiles }
}

/** Parses the last record: row counts by table. @throws FrameError if invalid */
export const readClosing = (bytes: Buffer, { tables }: Pick<Manifest, 'tables'>): Closing => {
  const { rows } = membersOf(bytes)
  const isOurs =
    isMembers(rows) &&
    Object.keys(rows).length === tables.length &&
    tables.every(({ name }) => isCount(Object.hasOwn(rows, name) ? rows[name] : null))
  if (!isOurs) throw new FrameError()
  return { rows: rows as Closing['rows'] }
}

type Members = Record<string, unknown>

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** @throws SyntaxError, FrameError */
const membersOf = (bytes: Buffer): Members => {
  const value: unknown = JSON.parse(bytes.toString())
  if (!isMembers(value)) throw new FrameError()
  return value
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0

const isName = (value: unknown): value is string =>
  typeof value === 'string' && /^[a-z_][a-z0-9_]{0,62}$/.test(value)

type Named = { name: string }
type Sequence = Manifest['sequences'][number]

/** Backups are sorted by name without duplicates. */
const isList = <Item extends Named>(
  value: unknown,
  most: number,
  isItem: (item: Members) => boolean,
): value is Item[] =>
  Array.isArray(value) &&
  value.length <= most &&
  value.every((item) => isMembers(item) && isName(item.name) && isItem(item)) &&
  value.every((item: Named, at) => at === 0 || (value[at - 1] as Named).name < item.name)

/** Tables of `momentary` are never in a backup: ended sessions would become valid again. */
const isTable = ({ name, columns }: Members): boolean =>
  !momentary.includes(String(name)) &&
  Array.isArray(columns) &&
  columns.length > 0 &&
  columns.length <= MAX_COLUMNS &&
  columns.every(isName) &&
  new Set(columns).size === columns.length

const isSequence = ({ lastValue, isCalled }: Members): boolean =>
  typeof isCalled === 'boolean' && typeof lastValue === 'string' && /^-?\d{1,19}$/.test(lastValue)
