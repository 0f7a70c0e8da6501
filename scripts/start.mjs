import './lib/require-node.mjs'
import { ensureConsole } from './lib/console-build.mjs'
import { ensureInstalled } from './lib/install.mjs'

// npm start: install what is missing, build the console if it is stale, run the server.
ensureInstalled({ development: false })
ensureConsole()
const { startServer } = await import('./lib/start-server.mjs')
await startServer()
