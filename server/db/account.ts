import { constants, readFileSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'

/** The unprivileged user that PostgreSQL and the server run as where they are started by root. */
export interface Account {
  uid: number
  gid: number
}

const nobody: Account = { uid: 65534, gid: 65534 }

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** The account for a new data folder: `postgres` where the system has one, else `nobody`. */
export function chooseAccount(): Account {
  return findAccount('postgres') ?? findAccount('nobody') ?? nobody
}

/** All that `chooseAccount` may have answered at an earlier start, before users were added or removed. */
export function possibleAccounts(): Account[] {
  return [findAccount('postgres'), findAccount('nobody'), nobody].filter((account) => account !== null)
}

/** The account that owns a folder, so that a cluster made under one account keeps it; null for root's own. */
export function ownerOf(folder: string): Account | null {
  const { uid, gid } = statSync(folder)
  return uid === 0 ? null : { uid, gid }
}

const { R_OK, X_OK } = constants

/** Whether the account may pass through every folder down to `target` and enter it, or run it where it is a file. */
export function canReach(account: Account, target: string): boolean {
  return canOpen(account, target, statSync(target).isFile() ? R_OK | X_OK : X_OK)
}

/** Whether the account may pass through every folder down to `target` and has what is needed there, as bits of a mode. */
export function canOpen(account: Account, target: string, needed: number): boolean {
  for (let step = realpathSync(target), last = true; ; step = path.dirname(step), last = false) {
    if (!permits(account, step, last ? needed : X_OK)) return false
    if (step === path.dirname(step)) return true
  }
}

function permits(account: Account, target: string, needed: number): boolean {
  const { mode, uid, gid } = statSync(target)
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0
  return ((mode >> shift) & needed) === needed
}

function findAccount(name: string): Account | null {
  try {
    const line = readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((entry) => entry.startsWith(`${name}:`))
    const [, , uid, gid] = line?.split(':') ?? []
    return uid && gid && Number(uid) !== 0 ? { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 } : null
  } catch {
    return null
  }
}
