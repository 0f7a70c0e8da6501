import { spawnSync } from 'node:child_process'
import './lib/require-node.mjs'
import { collectGuarantees, printGuarantees } from './lib/guarantee-table.mjs'
import { ensureInstalled, installDebian } from './lib/install.mjs'
import { printSummary, runStages, skipStage, sum } from './lib/run-stages.mjs'
import { namedSlice, openSliceResults, printSlices } from './lib/slices.mjs'
import { browser, build, checks, licences, vitest } from './lib/stages.mjs'

// npm test: the short run. npm run test:full: everything in slices, including browser tests tagged `@full`, the system's
// PostgreSQL and PgBouncer. `-- --slice 2/6` runs one; without it all not yet green for this tree. `--write` updates
// docs/guarantees.md. `--only=api`, `e2e` or `resilience`: that part, filtered by further arguments. `--slowest` lists the
// slowest files.
ensureInstalled({ development: true })

const args = process.argv.slice(2)
// Test servers must not use the installation's bucket.
delete process.env.FILES_URL

/** Programs that check the samples of deploy and docs/operations; without one its tests are skipped. */
const debianPackages = {
  promtool: 'prometheus',
  caddy: 'caddy',
  mmdebstrap: 'mmdebstrap',
  'systemd-analyze': 'systemd',
}

if (args.includes('--full')) await runFull()
else await runShort()

async function runShort() {
  const filters = args.filter((argument) => !argument.startsWith('--'))
  const parts = {
    api: [() => runStages([vitest('API tests', ['api'], { filters })])],
    e2e: [() => inBrowser({ filters })],
    resilience: [
      () => runStages([build, vitest('resilience tests', ['resilience'], { filters })], 1),
      () => inBrowser({ filters: filters.length > 0 ? filters : ['trust-'] }),
    ],
    undefined: [
      () =>
        runSideBySide(
          [() => runStages([vitest('unit and API tests', ['unit', 'api'], { isShort: true }), ...checks], 1)],
          [
            () => runStages([build]),
            () => inBrowser({ isShort: true }),
            () => runStages([vitest('resilience tests', ['resilience'], { isShort: true })]),
          ],
        ),
    ],
  }
  const only = args.find((argument) => argument.startsWith('--only='))?.slice('--only='.length)
  const steps = parts[only]
  if (!steps) throw new Error(`--only takes api, e2e or resilience, not ${only}.`)
  printSummary(await runInOrder(steps))
}

async function runInOrder(steps) {
  const results = []
  for (const step of steps) results.push(await step().catch(failStep))
  return sum(results)
}

/** Parallel lanes, to use all cores. */
async function runSideBySide(...lanes) {
  return sum(await Promise.all(lanes.map(runInOrder)))
}

/** Runs the named slice, or all that have not passed; prints a table. */
async function runFull() {
  process.env.TEST_FULL = '1'
  const absent = Object.keys(debianPackages).filter(
    (name) => spawnSync(name, ['--version']).error !== undefined,
  )
  if (absent.length > 0) installDebian(absent.map((name) => debianPackages[name]))
  const slices = fullSlices()
  const named = namedSlice(args, slices.length)
  const results = openSliceResults()
  const isDone = (index) => results.read(index)?.failed === 0
  const wanted = slices.map((_, index) => index)
  for (const index of named === null ? wanted.filter((index) => !isDone(index)) : [named]) {
    console.log(`\nSlice ${index + 1}/${slices.length}: ${slices[index].title}`)
    results.write(index, await runSlice(slices[index]))
  }
  const ran = slices.map((_, index) => results.read(index)).filter(Boolean)
  const seconds = ran.reduce((total, result) => total + result.seconds, 0)
  printGuarantees(
    ran.flatMap(({ guarantees }) => guarantees),
    seconds,
  )
  printSlices(slices, results)
  printSummary(named === null ? sum(ran) : results.read(named))
}

async function runSlice({ steps }) {
  const startedAt = Date.now()
  const readGuarantees = collectGuarantees()
  const ended = await runInOrder(steps)
  return { ...ended, seconds: (Date.now() - startedAt) / 1000, guarantees: readGuarantees() }
}

/** At most 25 minutes each on two cores. Measurements of time and memory have their own slice. */
function fullSlices() {
  const api = (shard) => () => runStages([vitest(`API tests ${shard}`, ['api'], { shard })])
  const browserShard = (shard) => ({
    title: `browser tests, part ${shard}`,
    steps: [() => runStages([build], 1), () => inBrowser({ shard })],
  })
  return [
    {
      title: 'checks, unit tests, API tests part 1/2',
      steps: [
        () => runStages([build], 1),
        () => runStages([vitest('unit tests', ['unit']), ...checks, licences], 2),
        api('1/2'),
      ],
    },
    { title: 'API tests part 2/2', steps: [() => runStages([build]), api('2/2')] },
    { title: 'API tests on other servers', steps: [() => runStages([build]), onOtherServers] },
    {
      title: 'crashes and attacks, measured',
      steps: [() => runStages([build, vitest('resilience tests', ['resilience'])], 1)],
    },
    browserShard('1/2'),
    browserShard('2/2'),
  ]
}

/** API tests with a standby, and on the system's PostgreSQL and PgBouncer, if installable. */
async function onOtherServers() {
  const { register } = await import('tsx/esm/api')
  register()
  const { findPgbouncer, findSystemBinaries } = await import('../tests/support/clusters/system-binaries.ts')
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
  // The standby is npm's PostgreSQL, as the embedded one.
  const projects = [
    'api-standby',
    ...servers.filter((server) => !absent.includes(server)).map(({ project }) => project),
  ]
  const skipped = absent.map(({ project, why }) => skipStage(project, why))
  return sum([await runStages([vitest('API tests on other servers', projects)]), ...skipped])
}

async function inBrowser(options) {
  const { findChromium } = await import('./lib/find-chromium.mjs')
  const { path, reason } = await findChromium()
  return path ? runStages([browser(path, options)]) : skipStage('browser tests', reason)
}

/** A crashed step counts as a failure, so that counts still end the output. */
function failStep(error) {
  console.error(error)
  return { passed: 0, failed: 1, skipped: [] }
}
