import { spawn } from 'node:child_process'

/** Reads until our end of the pipe closes, which it does even at a kill -9. A zombie nobody reaps is not waited for. */
const untilWeAreGone = `
  while read -r line; do :; done
  kill "-$1" "$0"
  for i in 1 2 3 4 5 6 7 8 9 10; do kill -0 "$0" || break; sleep 0.2; done
  rm -rf "$2"`

/**
 * Ends a server and removes its folder should this process end, however it does, without having done both itself.
 * Answers how to call that off.
 */
export function endWithUs(pid: number, signal: 'QUIT' | 'KILL', folder: string): () => void {
  if (process.platform === 'win32') return () => {}
  const watcher = spawn('/bin/sh', ['-c', untilWeAreGone, String(pid), signal, folder], {
    // Ctrl+C in the terminal is for us.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  return () => {
    watcher.kill('SIGKILL')
  }
}
