import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import './lib/require-node.mjs'
import { startServer } from './lib/start-server.mjs'

// Runs the server like `npm start` with the built console, on a temporary data folder. `--copy-of=FOLDER`: starts from a copy.
// `--data=FOLDER`: uses and keeps that folder.
const dataDir = argument('data') ?? copyOf(argument('copy-of'))
process.env.DATA_DIR = dataDir
delete process.env.DATABASE_URL
delete process.env.FILES_URL
// Receivers of webhooks are on this machine.
process.env.WEBHOOK_PRIVATE = '1'
if (!argument('data')) removeAtEnd(dataDir)
// Standard input closes when the parent dies.
process.stdin.resume().once('end', () => process.kill(process.pid, 'SIGTERM'))
await startServer()

function argument(name) {
  const start = `--${name}=`
  return process.argv.find((given) => given.startsWith(start))?.slice(start.length)
}

/** Root is dropped before the end, so another process removes the folder when its input closes. */
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

/** A new folder, or a copy if possible. Not if the database is outside of it (`postgres.path`). */
function copyOf(source) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-browser-'))
  chmodSync(folder, 0o711)
  if (source && !existsSync(path.join(source, 'postgres.path'))) {
    // `cp` keeps owners: as root, PostgreSQL runs as another user.
    const { status } = spawnSync('cp', ['-a', `${source}/.`, folder], { stdio: 'inherit' })
    if (status !== 0) throw new Error(`${source} could not be copied.`)
  }
  return folder
}
