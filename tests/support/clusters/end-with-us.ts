import { spawn } from 'node:child_process'

/** Waits until this process closes its end of the pipe, which also happens at kill -9. Does not wait for an unreaped zombie. */
const untilWeAreGone = `
  while read -r line; do :; done
  kill "-$1" "$0"
  for i in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$0" || break; sleep 0.2; done
  rm -rf "$2"`

/**
 * Stops a server and removes its folder when this process ends in any way without having done so.
 * Returns a function that cancels this.
 */
export function endWithUs(pid: number, signal: 'QUIT' | 'KILL', folder: string): () => void {
  if (process.platform === 'win32') return () => {}
  const watcher = spawn('/bin/sh', ['-c', untilWeAreGone, String(pid), signal, folder], {
    // Ctrl+C in the terminal must reach this process only.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  return () => {
    watcher.kill('SIGKILL')
  }
}
