import { spawn } from 'node:child_process'

/** Waits until this process closes the pipe, also by kill -9. Does not wait for an unreaped zombie. */
const untilWeAreGone = `
  while read -r line; do :; done
  kill "-$1" "$0"
  for i in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$0" || break; sleep 0.2; done
  rm -rf "$2"`

/** Stops a server and removes its folder when this process ends without doing so. Returns cancel. */
export function endWithUs(pid: number, signal: 'QUIT' | 'KILL', folder: string): () => void {
  if (process.platform === 'win32') return () => {}
  const watcher = spawn('/bin/sh', ['-c', untilWeAreGone, String(pid), signal, folder], {
    // Ctrl+C must reach only this process.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  return () => {
    watcher.kill('SIGKILL')
  }
}
