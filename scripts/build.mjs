import './lib/require-node.mjs'
import { ensureConsole, ensureKit } from './lib/console-build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { ensureServer } from './lib/server-build.mjs'

// npm run build: dist/console, dist/embed and dist/server, unless up to date. `-- --kit`: dist/kit.
ensureInstalled({ development: false })
if (process.argv.includes('--kit')) ensureKit()
else {
  ensureConsole()
  await ensureServer()
}
