import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

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
