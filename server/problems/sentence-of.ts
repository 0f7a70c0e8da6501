import { lstatSync } from 'node:fs'
import { Refused, StartRefusal } from '../core/errors.ts'
import { isDatabaseGone } from '../db/connection-errors.ts'
import { detailOf } from './problem.ts'

/** Message of a fatal error for the operator; null for a bug, which is logged with its stack. */
export const sentenceOf = (error: unknown): string | null => {
  if (error instanceof StartRefusal) return error.message
  if (error instanceof Refused) {
    const { text } = detailOf(error.code, 'en')
    return error.reason === undefined ? text : `${text} (${error.reason})`
  }
  if (isDatabaseGone(error))
    return `The database cannot be reached: ${rootOf(error).message}. Start it, and try again.`
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const known = ofFiles(cause) ?? ofPostgres(cause)
    if (known !== null) return known
  }
  return null
}

const rootOf = (error: unknown): Error => {
  let root = error as Error
  while (root.cause instanceof Error) root = root.cause
  return root
}

/** File system errors and advice. */
const ofFiles = (error: NodeJS.ErrnoException): string | null => {
  const { code = '', path, syscall } = error
  const help = fileHelp[code]
  if (help === undefined || path === undefined || syscall === undefined) return null
  return `${path} cannot be used (${code}, ${syscall}): ${help(path)}`
}

const wrongKind = () =>
  'something else is in its place. Move that away, or set DATA_DIR to a new folder and restore a backup into it.'

const fileHelp: Record<string, (path: string) => string> = {
  EACCES: (path) => foreign(path),
  EPERM: (path) => foreign(path),
  EROFS: () => 'its disk can only be read. Set DATA_DIR to a folder that can be written.',
  ENOSPC: () => 'its disk is full. Make room, and try again.',
  EDQUOT: () => 'its disk is full. Make room, and try again.',
  ENOTDIR: wrongKind,
  EISDIR: wrongKind,
  EEXIST: wrongKind,
  ENOTEMPTY: wrongKind,
  ELOOP: wrongKind,
}

const foreign = (path: string): string => {
  const me = process.getuid?.()
  const help =
    'Give it to the user that runs Waybill (chown -R), start Waybill as its owner, or set DATA_DIR to another folder.'
  try {
    const { uid } = lstatSync(path)
    if (uid !== me) return `it belongs to another user (id ${uid}; this one is ${me}). ${help}`
  } catch {
    // The folder is not accessible either.
  }
  return `this user (id ${me}) may not. ${help}`
}

/** PostgreSQL errors from outside of Waybill, and advice. */
const ofPostgres = (error: Error & { code?: string; severity?: string }): string | null => {
  const { code = '', severity, message } = error
  const help = severity === undefined ? undefined : postgresHelp.find(({ states }) => states.test(code))
  return help === undefined ? null : `${help.what}: ${message}. ${help.step}`
}

const postgresHelp: readonly { states: RegExp; what: string; step: string }[] = [
  {
    states: /^42501$/,
    what: 'The role of the database may not do what Waybill needs',
    step: 'Make it the owner of an empty database (ALTER DATABASE name OWNER TO role), or GRANT CREATE ON DATABASE name and ON SCHEMA public TO role.',
  },
  {
    states: /^(0A000|58P01|22023)$/,
    what: 'The PostgreSQL server lacks something that Waybill needs',
    step: 'It needs the extension pg_trgm (package postgresql-contrib).',
  },
  {
    states: /^(XX00[0-2]|58030)$/,
    what: 'The database is damaged',
    step: 'Restore a backup into a new one: DATA_DIR=/a/new/folder npm run restore -- FILE.',
  },
  {
    states: /^(53100|53400)$/,
    what: 'The disk of the database is full',
    step: 'Make room, and try again.',
  },
]
