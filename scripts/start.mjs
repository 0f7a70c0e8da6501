import './lib/require-node.mjs'
import { ensureConsole } from './lib/console-build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { ensureServer } from './lib/server-build.mjs'
import { startServer } from './lib/start-server.mjs'

// npm start: installs, builds if stale, runs the server.
ensureInstalled({ development: false })
ensureConsole()
await ensureServer()
await startServer()
