import './lib/require-node.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { tell } from './lib/tell.mjs'

// npm test: everything there is. The last line has the counts.
ensureInstalled({ development: true })
const { register } = await import('tsx/esm/api')
const { runStages, skipStage, sum } = await import('./lib/run-stages.mjs')
const stages = await import('./lib/stages.mjs')
const { findChromium } = await import('./lib/find-chromium.mjs')
register()
const { findPgbouncer } = await import('../tests/builders/clusters/find-pgbouncer.ts')
const { findSystemBinaries } = await import('../tests/builders/clusters/system-binaries.ts')

const steps = [sideBySide, () => runStages([...stages.crashTests, ...stages.trustTests], 1), inBrowser]
const results = []
for (const step of steps) results.push(await step().catch(failStep))
tell(sum(results))

/** API tests wait a part of their time: a third lane fills two cores. What measures time comes after, in peace. */
async function sideBySide() {
  const { apiTests, build, checks } = stages
  const onTheSystem = [
    {
      stage: apiTests.system,
      found: findSystemBinaries(),
      why: 'no PostgreSQL 15 or newer in /usr/lib/postgresql or on the PATH',
    },
    { stage: apiTests.pgbouncer, found: findPgbouncer(), why: 'no pgbouncer on the PATH or in /usr/sbin' },
  ]
  const present = onTheSystem.filter(({ found }) => found).map(({ stage }) => stage)
  const absent = onTheSystem.filter(({ found }) => !found)
  const ran = await runStages([...checks, ...build, apiTests.embedded, ...present], 3)
  return sum([ran, ...absent.map(({ stage, why }) => skipStage(stage.name, why))])
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
