import './lib/require-node.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { tell } from './lib/tell.mjs'

// npm test: everything, in an order that leaves the machine to what measures time. The last line has the counts.
ensureInstalled({ development: true })
const { register } = await import('tsx/esm/api')
const { runStages, skipStage, sum } = await import('./lib/run-stages.mjs')
const stages = await import('./lib/stages.mjs')
const { findChromium } = await import('./lib/find-chromium.mjs')
register()
const { findSystemBinaries } = await import('../tests/builders/clusters/system-binaries.ts')

const steps = [
  () => runStages([...stages.checks, ...stages.build]),
  () => runStages(stages.apiTests),
  onSystemPostgres,
  () => runStages(stages.crashTests),
  inBrowser,
]
const results = []
for (const step of steps) results.push(await step().catch(failStep))
tell(sum(results))

async function onSystemPostgres() {
  return findSystemBinaries()
    ? runStages(stages.systemApiTests)
    : skipStage(
        stages.systemApiTests[0].name,
        'no PostgreSQL 15 or newer in /usr/lib/postgresql or on the PATH',
      )
}

async function inBrowser() {
  const { path, reason } = await findChromium()
  return path ? runStages(stages.browserTests(path)) : skipStage('browser tests', reason)
}

/** A step that breaks is a failure among the others: the counts still end the output. */
function failStep(error) {
  console.error(error)
  return { passed: 0, failed: 1, skipped: [] }
}
