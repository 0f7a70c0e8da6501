import { readFileSync, readlinkSync } from 'node:fs'
import path from 'node:path'

/** What the system calls the thread that asks; null where it does not say. */
export const ownThread = (): string | null => {
  try {
    return path.basename(readlinkSync('/proc/thread-self'))
  } catch {
    return null
  }
}

/** Processor time of a thread of this process; null if the system does not report it. */
export const workedMilliseconds = (thread: string): number | null => {
  try {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'latin1')
    // After the name, which may hold anything, the 12th and 13th: in hundredths of a second, of its own and in the system.
    const [own, system] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number)
    return own === undefined || system === undefined ? null : (own + system) * 10
  } catch {
    return null
  }
}
