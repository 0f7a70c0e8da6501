import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartRefusal } from '../core/errors.ts'

interface DataFolderClaim {
  release(): void
}

/**
 * Claims the data folder for this process, or throws a `StartRefusal` that names the process holding it. A claim ends with its
 * process, even after kill -9 or a power cut. Claim files are named by process id and start time, so that removing a dead claim
 * cannot remove a live one. Of two concurrent starts, the smaller name waits and the larger gives up.
 */
export async function claimDataFolder(dataDir: string): Promise<DataFolderClaim> {
  const folder = path.join(dataDir, 'claims')
  const mine = `${process.pid}.${processIdentity(process.pid)}`
  const release = () => {
    remove(path.join(folder, `${mine}.held`))
    remove(path.join(folder, `${mine}.wanted`))
  }
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(path.join(folder, `${mine}.wanted`), '', { flag: 'wx' })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw code === 'EEXIST'
      ? inUse(dataDir, mine)
      : new StartRefusal(`The data folder ${dataDir} cannot be used: ${message}.`)
  }
  for (let waits = 0; ; waits++) {
    const others = liveClaims(folder).filter((claim) => claim.name !== mine)
    if (others.length === 0) {
      // `.wanted` stays: a concurrent listing may miss a renamed file.
      writeFileSync(path.join(folder, `${mine}.held`), '', { flag: 'wx' })
      return { release }
    }
    const winner = others.find((claim) => claim.held) ?? others.find((claim) => claim.name < mine)
    if (winner || waits > 250) {
      release()
      throw inUse(dataDir, (winner ?? others[0]!).name)
    }
    await sleep(20)
  }
}

/** Like `rmSync`, with the right reason for another user's file. */
function remove(file: string): void {
  try {
    unlinkSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

function liveClaims(folder: string): { name: string; held: boolean }[] {
  const files = readdirSync(folder)
  const names = new Set(files.map((file) => file.replace(/\.(wanted|held)$/, '')))
  return [...names].flatMap((name) => {
    const [pid, identity] = name.split('.')
    if (processIdentity(Number(pid)) !== identity) {
      for (const state of ['held', 'wanted']) remove(path.join(folder, `${name}.${state}`))
      return []
    }
    return [{ name, held: files.includes(`${name}.held`) }]
  })
}

function inUse(dataDir: string, claim: string): StartRefusal {
  return new StartRefusal(
    `The data folder ${dataDir} is in use by another Waybill (process ${claim.split('.')[0]}): stop that one first, or set DATA_DIR to another folder.`,
  )
}

/**
 * Identifies a run of a process (id and start), usable in file names; null if it does not run. Zombies count as ended: in
 * containers they may never be reaped.
 */
export function processIdentity(pid: number): string | null {
  const readers: Partial<Record<NodeJS.Platform, (pid: number) => string | null>> = {
    linux: fromProc,
    darwin: fromPs,
  }
  return (readers[process.platform] ?? fromSignal)(pid)
}

function fromProc(pid: number): string | null {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return fromSignal(pid)
  }
  // The command may contain spaces and brackets: fields follow the last closing bracket.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, startTicks] = [fields[0], fields[19]]
  return state === 'Z' || state === 'X' ? null : `${bootId()}-${startTicks}`
}

/** Start ticks repeat after a reboot; the boot id does not. */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').slice(0, 8)
  } catch {
    return 'boot'
  }
}

function fromPs(pid: number): string | null {
  try {
    const [state, ...start] = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
      encoding: 'utf8',
      env: { ...process.env, LC_ALL: 'C' },
    })
      .trim()
      .split(/\s+/)
    return !state || state.startsWith('Z') ? null : start.join('').replaceAll(':', '')
  } catch {
    return null
  }
}

function fromSignal(pid: number): string | null {
  try {
    process.kill(pid, 0)
    return 'running'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? 'running' : null
  }
}
