import { readFileSync, readlinkSync } from 'node:fs'
import path from 'node:path'

/** The current thread's id in the system; null if unknown. */
export const ownThread = (): string | null => {
  try {
    return path.basename(readlinkSync('/proc/thread-self'))
  } catch {
    return null
  }
}

/** CPU time of a thread of this process; null if unknown. */
export const workedMilliseconds = (thread: string): number | null => {
  try {
    const stat = readFileSync(`/proc/self/task/${thread}/stat`, 'latin1')
    // Fields 14 and 15 of `stat`, after the name: user and system time in hundredths of a second.
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
