import './lib/require-node.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { printSummary } from './lib/print-summary.mjs'

// npm run check: what is fast.
ensureInstalled({ development: true })
const { runStages } = await import('./lib/run-stages.mjs')
const { checks, vitest } = await import('./lib/stages.mjs')
printSummary(await runStages([...checks, vitest('unit tests', ['unit'])]))
