import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { StartRefusal } from '../start-refusal.ts'
import { type Account, canReach, chooseAccount, isRoot, ownerOf } from './account.ts'
import { rootStore } from './root-store.ts'

/** The folder that holds the cluster and its socket, and the account PostgreSQL runs as (null: our own). */
export interface ClusterHome {
  folder: string
  account: Account | null
}

/**
 * The cluster lives in `DATA_DIR/postgres`. Where root's data folder lies behind a folder that only root
 * may enter, it lives in root's store and `DATA_DIR/postgres.path` says where; both choices stay as they
 * were first made.
 */
export function findClusterHome(dataDir: string): ClusterHome {
  const inside = path.join(dataDir, 'postgres')
  if (!isRoot()) return { folder: ownFolder(inside), account: null }

  // An account other than root has to pass through.
  chmodSync(dataDir, 0o711)
  const pointer = path.join(dataDir, 'postgres.path')
  const known = existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : inside
  if (existsSync(known)) return existingHome(known)
  if (known !== inside) {
    throw new StartRefusal(
      `The database of ${dataDir} is gone: ${pointer} says that it lies in ${known}, which does not exist.`,
    )
  }
  const account = chooseAccount()
  if (canReach(account, dataDir)) return { folder: giveTo(account, inside), account }
  const folder = path.join(rootStore(), `data-${randomBytes(6).toString('hex')}`)
  giveTo(account, folder)
  writeFileSync(`${pointer}.new`, `${folder}\n`)
  renameSync(`${pointer}.new`, pointer)
  return { folder, account }
}

function existingHome(folder: string): ClusterHome {
  const account = ownerOf(folder)
  if (!account) {
    // Killed between making the folder and giving it away.
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

function giveTo({ uid, gid }: Account, folder: string): string {
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
