import './lib/require-node.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { ensureServer } from './lib/server-build.mjs'

// npm run admin, backup, restore: operator commands in a separate process. The first argument names the command, which parses
// the others.
const [name] = process.argv.splice(2, 1)
ensureInstalled({ development: false })
await ensureServer()
await import(`../dist/server/${name}.js`)
