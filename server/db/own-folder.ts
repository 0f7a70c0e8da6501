import { existsSync, lstatSync, mkdirSync, readdirSync, realpathSync, type Stats } from 'node:fs'
import path from 'node:path'
import { StartRefusal } from '../core/errors.ts'
import { possibleAccounts } from './account.ts'

/** Folders in the data folder that the server writes to. */
export const writtenFolders = ['claims', 'mail', 'files', 'backups', 'secrets'] as const

/** Other entries that Waybill creates in a data folder. */
const ownNames = [
  ...writtenFolders,
  'postgres',
  'postgres.log',
  'postgres.log.1',
  'postgres.path',
  'postgres.path.new',
  'postgres.password',
]

/**
 * Creates or checks the data folder; returns its real path. A folder owned or writable by another user is refused: its entries
 * could be redirected. With root, the folder is root's and its subfolders belong to the account that root drops to. @throws
 * StartRefusal
 */
export const openOwnFolder = (folder: string, mode = 0o700): string => {
  try {
    mkdirSync(folder, { recursive: true, mode })
  } catch (error) {
    throw new StartRefusal(`The data folder ${folder} cannot be used: ${(error as Error).message}.`)
  }
  const me = process.getuid?.()
  if (me === undefined) return realpathSync(folder)
  const owners = new Set(isHandedTo(me, folder) ? [0, me] : [me])
  refuseForeign(folder, lstatSync(folder), owners, { isLink: true })
  const real = realpathSync(folder)
  refuseForeign(real, lstatSync(real), owners)
  const trusted = new Set([0, me, ...(me === 0 ? accountsIn(real) : [])])
  for (const name of ownEntries(real)) {
    const place = path.join(real, name)
    refuseForeign(place, lstatSync(place), trusted, { isFile: true })
  }
  return real
}

/** Whether root handed parts of the folder to this user. */
const isHandedTo = (uid: number, folder: string): boolean =>
  lstatSync(path.join(folder, 'claims'), { throwIfNoEntry: false })?.uid === uid

/** Accounts that root may have given parts to. */
const accountsIn = (folder: string): number[] => {
  const database = lstatSync(path.join(folder, 'postgres'), { throwIfNoEntry: false })
  return [...possibleAccounts(), ...(database === undefined ? [] : [database])].map(({ uid }) => uid)
}

/** Root's folder may not be listable; copies of binaries are only in own folders. */
const ownEntries = (folder: string): string[] => {
  try {
    return readdirSync(folder).filter((entry) => ownNames.includes(entry) || /^postgresql-./.test(entry))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error
    return ownNames.filter((name) => existsSync(path.join(folder, name)))
  }
}

const refuseForeign = (
  place: string,
  { uid, mode }: Stats,
  owners: ReadonlySet<number>,
  { isLink = false, isFile = false } = {},
): void => {
  const kind = mode & 0o170000
  const isSymbolic = kind === 0o120000
  const help = 'or set DATA_DIR to a folder of its own, as /var/lib/waybill/data.'
  if (!owners.has(uid)) {
    throw new StartRefusal(
      `${place} belongs to another user (id ${uid}), who could lead what Waybill writes there elsewhere: give it to the user that runs Waybill (chown), ${help}`,
    )
  }
  if (isSymbolic) {
    if (isLink) return
    throw new StartRefusal(
      `${place} is a link, which Waybill does not follow: put a folder or a mount in its place, ${help}`,
    )
  }
  if (kind !== 0o040000 && !isFile) throw new StartRefusal(`${place} is no folder: move it away, ${help}`)
  if ((mode & 0o022) !== 0) {
    throw new StartRefusal(
      `${place} can be written by other users: close it (chmod go-w ${place}) if nobody else has used it, ${help}`,
    )
  }
}
