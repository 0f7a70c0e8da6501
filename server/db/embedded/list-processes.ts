import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'

export interface RunningProcess {
  pid: number
  uid: number
  /** Its command line, words set apart by spaces; empty for a zombie. */
  command: string
}

/** Everything that runs here and that we may see; for systems with Unix processes. */
export function listProcesses(): RunningProcess[] {
  return process.platform === 'linux' ? fromProc() : fromPs()
}

/** Small images have no `ps`. */
function fromProc(): RunningProcess[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((entry) => {
      try {
        const { uid } = statSync(`/proc/${entry}`)
        const command = readFileSync(`/proc/${entry}/cmdline`, 'utf8').replaceAll('\0', ' ')
        return [{ pid: Number(entry), uid, command }]
      } catch {
        return [] // It ended while we looked.
      }
    })
}

function fromPs(): RunningProcess[] {
  const lines = execFileSync('ps', ['-axww', '-o', 'pid=,uid=,command='], { encoding: 'utf8' }).split('\n')
  return lines.flatMap((line) => {
    const [, pid, uid, command] = /^\s*(\d+)\s+(\d+)\s+(\S[\s\S]*)$/.exec(line) ?? []
    return command ? [{ pid: Number(pid), uid: Number(uid), command }] : []
  })
}
