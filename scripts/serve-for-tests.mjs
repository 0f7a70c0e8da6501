import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import './lib/require-node.mjs'
import { startServer } from './lib/start-server.mjs'

// The server as `npm start` runs it, over the console as it is built, on a data folder of its own that is removed when
// it ends. `--copy-of=FOLDER`: the folder starts as a copy of that one. `--data=FOLDER`: that folder itself, which stays.
const dataDir = argument('data') ?? copyOf(argument('copy-of'))
process.env.DATA_DIR = dataDir
delete process.env.DATABASE_URL
delete process.env.FILES_URL
if (!argument('data')) removeAtEnd(dataDir)
// The parent holds this input open: its end says that the parent was killed.
process.stdin.resume().once('end', () => process.kill(process.pid, 'SIGTERM'))
await startServer()

function argument(name) {
  const start = `--${name}=`
  return process.argv.find((given) => given.startsWith(start))?.slice(start.length)
}

/** Started by root, this process will not be root at its end: another one waits until its input ends, which only we hold. */
function removeAtEnd(folder) {
  if (process.getuid?.() !== 0) {
    process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
    return
  }
  const waiting = spawn('/bin/sh', ['-c', 'cat; rm -rf "$0"', folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  waiting.unref()
  waiting.stdin.unref()
}

/** A new folder; a copy where that can be made. One whose database lies outside of it (`postgres.path`) is left alone. */
function copyOf(source) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-browser-'))
  chmodSync(folder, 0o711)
  if (source && !existsSync(path.join(source, 'postgres.path'))) {
    // `cp` keeps the owners: PostgreSQL runs as another user where the tests are run by root.
    const { status } = spawnSync('cp', ['-a', `${source}/.`, folder], { stdio: 'inherit' })
    if (status !== 0) throw new Error(`${source} could not be copied.`)
  }
  return folder
}
