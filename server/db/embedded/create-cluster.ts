import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { StartRefusal } from '../../core/errors.ts'
import { growingName, newFileFlags } from '../../core/write-whole.ts'
import { canReach, chooseAccount, isRoot, ownerOf, type SystemAccount } from '../account.ts'
import { rootStore } from './binaries.ts'
import { type Cluster, restoreStep, superuser } from './cluster.ts'
import { runBinary } from './postmaster.ts'

/** Sort by code point, Unicode case on every system; pg_trgm uses `lc-ctype` to recognise letters. */
const ctypes = ['C.UTF-8', 'en_US.UTF-8', 'UTF-8', 'C']

/**
 * Creates the cluster if missing; returns whether it did. Built under a temporary name, so that an interrupted start leaves
 * nothing; removes leftovers.
 */
export async function createCluster(cluster: Cluster): Promise<boolean> {
  for (const name of readdirSync(cluster.home).filter((entry) => entry.startsWith('cluster.new-'))) {
    rmSync(path.join(cluster.home, name), { recursive: true, force: true, maxRetries: 5 })
  }
  if (existsSync(cluster.folder) && !isEmpty(cluster.folder)) {
    requireVersion(cluster)
    return false
  }
  const partial = path.join(cluster.home, `cluster.new-${randomBytes(4).toString('hex')}`)
  await initialise(cluster, partial)
  renameSync(partial, cluster.folder)
  if (process.platform !== 'win32') syncFolder(cluster.home)
  return true
}

async function initialise(cluster: Cluster, folder: string): Promise<void> {
  for (const [index, ctype] of ctypes.entries()) {
    try {
      await runBinary(cluster, cluster.binaries.initdb, initdbArguments(cluster, folder, ctype))
      return
    } catch (error) {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
      const { stderr = '' } = error as { stderr?: string }
      if (/invalid locale|locale name/.test(stderr) && index < ctypes.length - 1) continue
      throw new StartRefusal(
        `PostgreSQL could not create a database in ${cluster.home}: ${stderr.trim() || error}`,
      )
    }
  }
}

function initdbArguments(cluster: Cluster, folder: string, ctype: string): string[] {
  const locale =
    cluster.binaries.major >= 17
      ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', `--lc-ctype=${ctype}`]
      : ['--locale=C', `--lc-ctype=${ctype}`]
  // One syncfs instead of a thousand fsyncs.
  const sync = cluster.binaries.major >= 17 && process.platform === 'linux' ? ['--sync-method=syncfs'] : []
  // The socket's folder is private; loopback is not.
  const authentication = cluster.password
    ? ['--auth=scram-sha-256', `--pwfile=${passwordFile(cluster)}`]
    : ['--auth=trust']
  return [
    '-D',
    folder,
    '-U',
    superuser,
    '-E',
    'UTF8',
    '--data-checksums',
    '--no-instructions',
    ...locale,
    ...sync,
    ...authentication,
  ]
}

function passwordFile({ home, account, password }: Cluster): string {
  const file = path.join(home, 'password.new')
  writeFileSync(file, `${password}\n`, { mode: 0o600 })
  if (account) chownSync(file, account.uid, account.gid)
  return file
}

const isEmpty = (folder: string): boolean => readdirSync(folder).length === 0

function requireVersion({ folder, binaries }: Cluster): void {
  const file = path.join(folder, 'PG_VERSION')
  const version = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  if (version === String(binaries.major)) return
  if (!/^\d{1,3}$/.test(version)) {
    throw new StartRefusal(
      `The database in ${folder} is damaged: its PG_VERSION is missing or unreadable. ${restoreStep}`,
    )
  }
  throw new StartRefusal(
    `The database in ${folder} was made by PostgreSQL ${version} and this Waybill brings PostgreSQL ${binaries.major}, which cannot open it. Start the Waybill that made it, take a backup (npm run backup), and restore that into a new folder with this one.`,
  )
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/** Folder of cluster and socket, and PostgreSQL's account (null: the current one). */
export interface ClusterHome {
  folder: string
  account: SystemAccount | null
}

/**
 * The cluster is in `DATA_DIR/postgres`. If other accounts cannot traverse root's data folder, it is in root's store, named in
 * `DATA_DIR/postgres.path`. Choices persist; a server without root follows root's.
 */
export function findClusterHome(dataDir: string): ClusterHome {
  const inside = path.join(dataDir, 'postgres')
  const known = knownHome(dataDir)
  if (known !== inside && !existsSync(known)) {
    throw new StartRefusal(
      `The database of ${dataDir} is gone: ${pointerIn(dataDir)} says that it lies in ${known}, which does not exist.`,
    )
  }
  if (!isRoot()) return { folder: ownFolder(known), account: null }

  // Another account must traverse it.
  chmodSync(dataDir, 0o711)
  if (existsSync(known)) return existingHome(known)
  const account = chooseAccount()
  if (canReach(account, dataDir)) return { folder: giveTo(account, inside), account }
  const folder = path.join(rootStore(), `data-${randomBytes(6).toString('hex')}`)
  giveTo(account, folder)
  const pointer = pointerIn(dataDir)
  const growing = growingName(pointer)
  // Owned by root, so that nobody else decides what root gives away; read by a server without root.
  const handle = openSync(growing, newFileFlags, 0o644)
  writeFileSync(handle, `${folder}\n`)
  closeSync(handle)
  renameSync(growing, pointer)
  return { folder, account }
}

const pointerIn = (dataDir: string): string => path.join(dataDir, 'postgres.path')

/** Where the cluster is or will be. */
export function knownHome(dataDir: string): string {
  const pointer = pointerIn(dataDir)
  return existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : path.join(dataDir, 'postgres')
}

function existingHome(folder: string): ClusterHome {
  const account = ownerOf(folder)
  if (!account) {
    // Interrupted before the folder was given away.
    const chosen = chooseAccount()
    return { folder: giveTo(chosen, folder), account: chosen }
  }
  if (canReach(account, folder)) return { folder, account }
  throw new StartRefusal(
    `The database in ${folder} belongs to the user with id ${account.uid}, who may not enter one of the folders above it: open them with chmod o+x, or start Waybill as that user.`,
  )
}

function ownFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (ownerOf(folder)?.uid === process.getuid?.() || process.platform === 'win32') return folder
  throw new StartRefusal(
    `The database in ${folder} was made by another user: start Waybill as that user, or set DATA_DIR to another folder.`,
  )
}

function giveTo({ uid, gid }: SystemAccount, folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    chownSync(folder, uid, gid)
  } catch {
    throw new StartRefusal(
      `PostgreSQL does not run as root, and this system lets root give no folder to another user (id ${uid}): start Waybill as an ordinary user, or set DATABASE_URL.`,
    )
  }
  return folder
}
