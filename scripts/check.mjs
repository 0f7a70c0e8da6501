import './lib/require-node.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { printSummary, runStages } from './lib/run-stages.mjs'
import { checks, vitest } from './lib/stages.mjs'

// npm run check: the fast checks.
ensureInstalled({ development: true })
printSummary(await runStages([...checks, vitest('unit tests', ['unit'], { isShort: true })]))
