import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import './lib/require-node.mjs'
import { startServer } from './lib/start-server.mjs'

// The server as `npm start` runs it, over the console as it is built by now, on a data folder that goes when it does.
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'waybill-browser-'))
chmodSync(dataDir, 0o711)
process.env.DATA_DIR = dataDir
delete process.env.DATABASE_URL
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }))
// Whoever started it holds its input open; one that was killed cannot say so.
process.stdin.resume().once('end', () => process.kill(process.pid, 'SIGTERM'))
await startServer()
