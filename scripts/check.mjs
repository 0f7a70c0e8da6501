import './lib/require-node.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { tell } from './lib/tell.mjs'

// npm run check: what is fast.
ensureInstalled({ development: true })
const { runStages } = await import('./lib/run-stages.mjs')
const { checks } = await import('./lib/stages.mjs')
tell(await runStages(checks))
