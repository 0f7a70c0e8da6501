import './lib/require-node.mjs'
import { spawnSync } from 'node:child_process'
import { ensureConsole } from './lib/console-build.mjs'
import { findChromium } from './lib/find-chromium.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { inRoot, root } from './lib/root.mjs'
import { ensureServer } from './lib/server-build.mjs'

// npm run bench: ratios against peers, in one table. `npm run bench -- list` measures one line.
ensureInstalled({ development: true })
ensureConsole()
await ensureServer()
const { path, reason } = await findChromium()
if (!path) throw new Error(reason)
const { status } = spawnSync(
  process.execPath,
  ['--import', 'tsx', inRoot('bench/run.ts'), ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit', env: { ...process.env, CHROMIUM_PATH: path } },
)
process.exit(status ?? 1)
