import './lib/require-node.mjs'
import { ensureConsole } from './lib/console-build.mjs'
import { ensureInstalled } from './lib/install.mjs'

// npm run build: dist/console, unless it is already what the sources say.
ensureInstalled({ development: false })
ensureConsole()
