import './lib/require-node.mjs'
import { collectGuarantees } from './lib/guarantee-table.mjs'
import { ensureInstalled, installDebian } from './lib/install.mjs'
import { printSummary, runStages, skipStage, sum } from './lib/run-stages.mjs'
import { browser, build, checks, vitest } from './lib/stages.mjs'

// npm test: what a change breaks most often, in ten minutes. npm run test:full: also the browser tests with the tag `@full`, the
// system's PostgreSQL, PgBouncer and every round, with a table of guarantees (`--write` puts it into docs/guarantees.md). `--only=api`, `e2e` or `resilience`: that part,
// or those of its files that match the arguments after it.
ensureInstalled({ development: true })

const isFull = process.argv.includes('--full')
if (isFull) process.env.TEST_FULL = '1'
// Servers of tests never touch the bucket of an installation.
delete process.env.FILES_URL
const filters = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const parts = {
  api: [() => runStages([vitest('API tests', ['api'], filters)])],
  e2e: [() => inBrowser({ filters })],
  resilience: [
    () => runStages([build, vitest('resilience tests', ['resilience'], filters)], 1),
    () => inBrowser({ filters: filters.length > 0 ? filters : ['trust-'] }),
  ],
  undefined: [() => runStages([build], 1), besideEachOther, () => inBrowser({ isShort: !isFull })],
}
const only = process.argv.find((argument) => argument.startsWith('--only='))?.slice('--only='.length)
const steps = parts[only]
if (!steps) throw new Error(`--only takes api, e2e or resilience, not ${only}.`)

const printGuarantees = isFull ? collectGuarantees() : () => {}
const results = []
for (const step of steps) results.push(await step().catch(failStep))
printGuarantees()
printSummary(sum(results))

/** The checks in one lane, one vitest process in the other: what a full run measures alone comes after its other projects. */
async function besideEachOther() {
  const { projects, skipped } = isFull ? await serversHere() : { projects: [], skipped: [] }
  const tests = vitest('unit, API and resilience tests', ['unit', 'api', ...projects, 'resilience'])
  return sum([await runStages([tests, ...checks], 2), ...skipped])
}

/** The other servers that the API tests run on, fetched where that is possible. */
async function serversHere() {
  const { register } = await import('tsx/esm/api')
  register()
  const { findPgbouncer } = await import('../tests/support/clusters/find-pgbouncer.ts')
  const { findSystemBinaries } = await import('../tests/support/clusters/system-binaries.ts')
  const servers = [
    {
      project: 'api-system',
      find: findSystemBinaries,
      debian: 'postgresql',
      why: 'no PostgreSQL 15 or newer here',
    },
    { project: 'api-pgbouncer', find: findPgbouncer, debian: 'pgbouncer', why: 'no pgbouncer here' },
  ]
  const missing = servers.filter(({ find }) => !find())
  if (missing.length > 0) installDebian(missing.map(({ debian }) => debian))
  const absent = servers.filter(({ find }) => !find())
  return {
    projects: servers.filter((server) => !absent.includes(server)).map(({ project }) => project),
    skipped: absent.map(({ project, why }) => skipStage(project, why)),
  }
}

async function inBrowser(options) {
  const { findChromium } = await import('./lib/find-chromium.mjs')
  const { path, reason } = await findChromium()
  return path ? runStages([browser(path, options)]) : skipStage('browser tests', reason)
}

/** A step that breaks is a failure among the others: the counts still end the output. */
function failStep(error) {
  console.error(error)
  return { passed: 0, failed: 1, skipped: [] }
}
