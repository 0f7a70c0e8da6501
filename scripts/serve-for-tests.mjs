import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

// What Playwright starts: `npm start` on a data folder of its own that goes when the server does.
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'waybill-browser-'))
chmodSync(dataDir, 0o711)
process.env.DATA_DIR = dataDir
delete process.env.DATABASE_URL
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }))
await import('./start.mjs')
