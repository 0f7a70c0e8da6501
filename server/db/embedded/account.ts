import { readFileSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'

/** The unprivileged user that PostgreSQL runs as when we are root (it refuses to run as root itself). */
export interface Account {
  uid: number
  gid: number
}

const nobody: Account = { uid: 65534, gid: 65534 }

export function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** The account for a new cluster: `postgres` where the system has one, else `nobody`. */
export function chooseAccount(): Account {
  return findAccount('postgres') ?? findAccount('nobody') ?? nobody
}

/** The account that owns a folder, so that a cluster made under one account keeps it; null for root's own. */
export function ownerOf(folder: string): Account | null {
  const { uid, gid } = statSync(folder)
  return uid === 0 ? null : { uid, gid }
}

/** Whether the account may pass through every folder down to `target` and read (or enter) it. */
export function canReach(account: Account, target: string): boolean {
  for (let step = realpathSync(target), last = true; ; step = path.dirname(step), last = false) {
    const needed = last && statSync(step).isFile() ? 0o5 : 0o1
    if (!permits(account, step, needed)) return false
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
