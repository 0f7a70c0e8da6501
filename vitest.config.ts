import { defineConfig } from 'vitest/config'
import { keepTemporaryFilesInMemory } from './scripts/lib/memory-folder.mjs'
import { sharedTexts } from './scripts/lib/read-texts.mjs'
import { isFull } from './tests/support/is-full.ts'

keepTemporaryFilesInMemory()

/** What asks no database, or nothing of it that its version could change: enough on one of the servers. */
const sameOnEveryServer = [
  'tests/api/{config,cors,docs,openapi,static}.test.ts',
  'tests/api/{client,import-hostile,logs}.full.test.ts',
  // Attacks of thousands of rounds.
  'tests/api/{audit,conflicts,limits,mass-assignment}.test.ts',
  'tests/api/{every-wrong-value,exactly-once,session-ends}.full.test.ts',
  'tests/api/streams.test.ts',
]
/**
 * What no pool between the server and its database can change, since each call of these is one short transaction of the
 * kind that the others make too: who may do what, mails, records and lists one by one. Through PgBouncer runs what locks,
 * listens, goes on in steps, keeps statements, or does much at once.
 */
const sameWithoutPool = [
  'tests/api/access/**',
  'tests/api/accounts-*.test.ts',
  'tests/api/{affiliates,analytics,analytics-days,answered-texts,customers,deep-lists,expeditions,history,preferences}.test.ts',
  'tests/api/{invoices,invoices-status,lists,plans,products,profile,records,requests,search-ranking}.test.ts',
  'tests/api/{users,views}.test.ts',
]
/** Whole files of it: many rounds, large data, rare failures. A file that is named runs, whatever it is called. */
const onlyInFullRun = process.env.TEST_SHORT === '1' ? ['tests/**/*.full.test.ts'] : []
const onlyBehindPool = ['tests/api/database/behind-pgbouncer.test.ts']
/** Lets reads hang by a lock on the primary, which a standby does not have before its transaction is committed. */
const hangsPrimary = ['tests/api/slow-lists.test.ts']
const onlyWithStandby = ['tests/api/database/standby.test.ts']

/** The files of API tests that each server runs: all on the embedded one, and what its version or pool can change on the others. */
const apiServers = {
  api: [...onlyBehindPool, ...onlyWithStandby],
  'api-system': [...onlyBehindPool, ...onlyWithStandby, ...sameOnEveryServer],
  'api-pgbouncer': [...onlyWithStandby, ...sameOnEveryServer, ...sameWithoutPool],
  'api-standby': [...onlyBehindPool, ...sameOnEveryServer, ...hangsPrimary],
}

/** What is waited for comes late on a busy machine, and is still right. */
const patient = { poll: { timeout: 60_000 } }

/** Milliseconds: thousands of rounds, on a machine that is slow. */
const longest = 3_600_000

const cluster = ['tests/support/clusters/api-global-setup.ts']
/**
 * One more than a small machine has cores, since a worker waits for its database half of the time; no more than a test
 * cluster has connections for.
 */
const besideOthers = { maxWorkers: 3, sequence: { groupOrder: 0 } }
/** What measures time or memory has the machine to itself, once the other projects are over. */
const alone = { maxWorkers: 1, sequence: { groupOrder: 1 } }

/**
 * `npx vitest run --project unit`, or another one. `unit`: no database. `api`: the server in the test's own process.
 * `resilience`: server and database processes that are killed, and attacks on time and memory, which a full run measures
 * too. `npm test` runs these, `npm run test:full` all.
 */
export default defineConfig({
  test: {
    tags: [{ name: 'full', description: 'Many rounds, large data, rare failures: not in `npm test`.' }],
    projects: [
      {
        plugins: [sharedTexts],
        test: {
          ...besideOthers,
          name: 'unit',
          expect: patient,
          include: ['tests/unit/**/*.test.ts'],
          exclude: onlyInFullRun,
          // They leave nothing behind in the modules that they share: half the work.
          isolate: false,
          unstubGlobals: true,
          testTimeout: 120_000,
          // Its files are modules for bundlers: Node itself reads none of them.
          server: { deps: { inline: ['@zxing/library'] } },
        },
      },
      ...Object.entries(apiServers).map(([name, exclude]) => ({
        test: {
          ...besideOthers,
          name,
          expect: patient,
          include: ['tests/api/**/*.test.ts'],
          exclude: [...exclude, ...onlyInFullRun],
          // The server keeps no state of its own, so its files may share one copy of it: twice as fast.
          isolate: false,
          globalSetup: cluster,
          testTimeout: isFull ? longest : 240_000,
          hookTimeout: 240_000,
        },
      })),
      {
        test: {
          name: 'resilience',
          expect: patient,
          include: ['tests/resilience/**/*.test.ts'],
          exclude: onlyInFullRun,
          globalSetup: cluster,
          // A short run bounds time and memory so widely that other tests do not matter.
          ...(isFull ? alone : besideOthers),
          testTimeout: isFull ? longest : 600_000,
          hookTimeout: 600_000,
        },
      },
    ],
  },
})
