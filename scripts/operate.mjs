import './lib/require-node.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { ensureServer } from './lib/server-build.mjs'

// npm run admin, npm run backup, npm run restore: what an operator does without the console, in a separate process. The
// first argument names the command of the server, which reads the arguments after it.
const [name] = process.argv.splice(2, 1)
ensureInstalled({ development: false })
await ensureServer()
await import(`../dist/server/${name}.js`)
