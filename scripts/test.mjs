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

const results = []
results.push(await runStages([...stages.checks, ...stages.build]))
results.push(await runStages(stages.apiTests))
results.push(await onSystemPostgres())
results.push(await runStages(stages.crashTests))
results.push(await inBrowser())
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
