import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
} from 'node:fs'
import path from 'node:path'
import { type Account, possibleAccounts } from './account.ts'
import { openLog, rotateLog } from './embedded/postmaster.ts'
import { writtenFolders } from './own-folder.ts'

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants

/**
 * Gives the account what the server writes in root's data folder, creating it if missing. The folder itself stays root's, so
 * that its entries cannot be redirected. @throws Error of the system if ownership cannot be changed
 */
export const handOver = (dataDir: string, account: Account, { isEmbedded = true } = {}): void => {
  chmodSync(dataDir, 0o711)
  for (const name of writtenFolders) {
    const folder = path.join(dataDir, name)
    makeFolder(folder)
    for (const entry of readdirSync(folder)) give(path.join(folder, entry), account)
    give(folder, account)
  }
  if (!isEmbedded) return
  const log = path.join(dataDir, 'postgres.log')
  // A running database keeps its log.
  if (readdirSync(path.join(dataDir, 'claims')).length === 0) rotateLog(log)
  closeSync(openLog(log))
  give(log, account)
  openToReaders(path.join(dataDir, 'postgres.path'))
}

const makeFolder = (folder: string): void => {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/**
 * Only files owned by root or a former account. The account may own the parent folder and put links there: links are not
 * followed, files with several names are skipped.
 */
const give = (place: string, { uid, gid }: Account): void => {
  const before = lstatSync(place, { throwIfNoEntry: false })
  if (before === undefined || (before.uid === uid && before.gid === gid)) return
  if (!before.isFile() && !before.isDirectory()) return
  const handle = openSync(place, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  try {
    const stat = fstatSync(handle)
    const isOurs = [0, uid, ...possibleAccounts().map((account) => account.uid)].includes(stat.uid)
    if (isOurs && (stat.isDirectory() || (stat.isFile() && stat.nlink === 1))) fchownSync(handle, uid, gid)
  } finally {
    closeSync(handle)
  }
}

/** Earlier versions made it readable by root only. It stays root's. */
const openToReaders = (pointer: string): void => {
  if (lstatSync(pointer, { throwIfNoEntry: false }) === undefined) return
  const handle = openSync(pointer, O_RDONLY | O_NOFOLLOW)
  try {
    fchmodSync(handle, 0o644)
  } finally {
    closeSync(handle)
  }
}
