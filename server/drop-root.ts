import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  statSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from './config/config.ts'
import { urlsOf } from './config/database-urls.ts'
import {
  canOpen,
  canReach,
  chooseAccount,
  isRoot,
  ownerOf,
  possibleAccounts,
  type SystemAccount,
} from './db/account.ts'
import type { DatabaseLog } from './db/connection-errors.ts'
import { embeddedBinaries } from './db/embedded/binaries.ts'
import { findClusterHome, knownHome } from './db/embedded/create-cluster.ts'
import { openLog, rotateLog } from './db/embedded/postmaster.ts'
import { openOwnFolder, writtenFolders } from './db/own-folder.ts'

type Installation = Pick<Config, 'dataDir' | 'databaseUrl' | 'directUrl' | 'bucket' | 'smtpUrl'>

/**
 * If started by root: gives the server's files to PostgreSQL's unprivileged account and becomes it for good. `before`: opens
 * what only root can. If the account cannot do the work, stays root and logs why. @throws StartRefusal if the data folder is
 * unusable
 */
export const dropRoot = async (
  config: Installation,
  log: Pick<DatabaseLog, 'warn'>,
  before: () => Promise<void> = async () => {},
): Promise<void> => {
  if (!isRoot()) return
  const dataDir = prepareDataFolder(config)
  const account = accountOf(dataDir, config)
  const problem = whyNot(account, dataDir, config)
  if (problem !== null) return stayRoot(log, problem)
  try {
    if (dataDir !== null) handOver(dataDir, account, { isEmbedded: config.databaseUrl === undefined })
  } catch (error) {
    return stayRoot(log, `root can give no files to another user here (${(error as Error).message})`)
  }
  await before()
  const refusal = becomeAccount(account)
  if (refusal !== null) stayRoot(log, `this system does not let root become another user (${refusal})`)
}

const stayRoot = (log: Pick<DatabaseLog, 'warn'>, reason: string): void =>
  log.warn(`WARNING: Waybill runs as root, since ${reason}. Or start it as an ordinary user.`)

/** The checked data folder; null if none is needed or possible. */
const prepareDataFolder = ({ dataDir, databaseUrl, bucket, smtpUrl }: Installation): string | null => {
  if (databaseUrl !== undefined && !existsSync(dataDir)) {
    if (bucket !== undefined && smtpUrl !== undefined) return null
    try {
      mkdirSync(dataDir, { recursive: true, mode: 0o711 })
    } catch {
      return null
    }
  }
  return openOwnFolder(dataDir, 0o711)
}

/** The account of an embedded database. Does root's part: links, copies, folder. */
const accountOf = (dataDir: string | null, { databaseUrl }: Installation): SystemAccount => {
  if (dataDir === null) return chooseAccount()
  if (databaseUrl === undefined) {
    const account = findClusterHome(dataDir).account ?? chooseAccount()
    embeddedBinaries(dataDir, account)
    return account
  }
  const home = knownHome(dataDir)
  return (existsSync(home) ? ownerOf(home) : null) ?? chooseAccount()
}

const { R_OK } = constants
const checkout = fileURLToPath(new URL('../', import.meta.url))

/** A sample file of each part of the checkout read after the start. */
const checkoutFiles = [
  'package.json',
  'server/db/migrations/meta/_journal.json',
  'server/images/process-image.mjs',
  'server/threads/lower-priority.mjs',
  'node_modules/fastify/package.json',
  'dist/server/main.js',
  'dist/console/index.html',
].map((file) => path.join(checkout, file))

/** What the operator must do so that the account can work, as the end of a sentence; null if nothing. */
const whyNot = (account: SystemAccount, dataDir: string | null, config: Installation): string | null => {
  const who = `the user with id ${account.uid}, which it would become,`
  const place = `a place that others may enter, as /opt/waybill (chmod -R go+rX)`
  if (!canReach(account, process.execPath))
    return `${who} cannot run ${process.execPath}: install Node in ${place}`
  const closed = checkoutFiles.filter(existsSync).find((file) => !canOpen(account, file, R_OK))
  if (closed !== undefined) return `${who} cannot read ${closed}: move ${checkout} to ${place}`
  if (dataDir !== null && !canReach(account, path.dirname(dataDir)))
    return `${who} cannot enter ${path.dirname(dataDir)}: set DATA_DIR to a folder that it can reach, as /var/lib/waybill/data`
  const unread = databaseFiles(config).find((file) => !canUse(account, file))
  if (unread !== undefined)
    return `${who} cannot read ${unread}, which the database needs: open it to that user`
  return null
}

const canUse = (account: SystemAccount, place: string): boolean =>
  statSync(place).isFile() ? canOpen(account, place, R_OK) : canReach(account, place)

/** Existing sockets, certificates and password files that database connections use. */
const databaseFiles = ({ databaseUrl, directUrl }: Installation): string[] => {
  const urls = [databaseUrl, directUrl].filter((url) => url !== undefined).flatMap(urlsOf)
  const named = urls.flatMap((url) => {
    const parameters = new URLSearchParams(url.replace(/^[^?]*/, ''))
    return ['host', 'sslcert', 'sslkey', 'sslrootcert'].map((name) => parameters.get(name) ?? '')
  })
  const hasPasswords = urls.every((url) => /^\w+:\/\/[^/?#:]*:[^/?#]+@/.test(url))
  const passwords = hasPasswords ? '' : (process.env.PGPASSFILE ?? path.join(os.homedir(), '.pgpass'))
  const certificates = process.env.NODE_EXTRA_CA_CERTS ?? ''
  return [...named, passwords, certificates].filter((place) => place !== '' && existsSync(place))
}

/** Real and effective ids: an effective one could be reverted, and PostgreSQL refuses a difference. Returns what failed. */
const becomeAccount = ({ uid, gid }: SystemAccount): string | null => {
  try {
    process.setgroups?.([])
    process.setgid?.(gid)
  } catch (error) {
    return (error as Error).message
  }
  try {
    process.setuid?.(uid)
  } catch (error) {
    process.setgid?.(0)
    return (error as Error).message
  }
  return null
}

const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants

/**
 * Gives the account what the server writes in root's data folder, creating it if missing. The folder itself stays root's, so
 * that its entries cannot be redirected. @throws Error of the system if ownership cannot be changed
 */
const handOver = (dataDir: string, account: SystemAccount, { isEmbedded = true } = {}): void => {
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
const give = (place: string, { uid, gid }: SystemAccount): void => {
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
