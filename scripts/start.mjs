import './lib/require-node.mjs'
import { ensureConsole } from './lib/console-build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { ensureServer } from './lib/server-build.mjs'
import { startServer } from './lib/start-server.mjs'

// npm start: install what is missing, build what is stale, run the server.
ensureInstalled({ development: false })
ensureConsole()
await ensureServer()
await startServer()
