import { constants, readFileSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'

/** Unprivileged account of PostgreSQL and server when started by root. */
export interface SystemAccount {
  uid: number
  gid: number
}

const nobody: SystemAccount = { uid: 65534, gid: 65534 }

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** Account for a new data folder: `postgres` if it exists, else `nobody`. */
export function chooseAccount(): SystemAccount {
  return findAccount('postgres') ?? findAccount('nobody') ?? nobody
}

/** All accounts that `chooseAccount` may have returned earlier. */
export function possibleAccounts(): SystemAccount[] {
  return [findAccount('postgres'), findAccount('nobody'), nobody].filter((account) => account !== null)
}

/** Owner of a folder, so that a cluster keeps its account; null for root. */
export function ownerOf(folder: string): SystemAccount | null {
  const { uid, gid } = statSync(folder)
  return uid === 0 ? null : { uid, gid }
}

const { R_OK, X_OK } = constants

/** Whether the account can traverse all folders to `target` and enter or execute it. */
export function canReach(account: SystemAccount, target: string): boolean {
  return canOpen(account, target, statSync(target).isFile() ? R_OK | X_OK : X_OK)
}

/** The same with the needed permission bits on `target`. */
export function canOpen(account: SystemAccount, target: string, needed: number): boolean {
  for (let step = realpathSync(target), last = true; ; step = path.dirname(step), last = false) {
    if (!permits(account, step, last ? needed : X_OK)) return false
    if (step === path.dirname(step)) return true
  }
}

function permits(account: SystemAccount, target: string, needed: number): boolean {
  const { mode, uid, gid } = statSync(target)
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0
  return ((mode >> shift) & needed) === needed
}

function findAccount(name: string): SystemAccount | null {
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
