import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** What asks no database, or nothing of it that its version could change: enough on one of the servers. */
const sameOnEveryServer = ['tests/api/{client,config,cors,docs,openapi,static,import-hostile}.test.ts']
/**
 * What no pool between the server and its database can change, since each call of these is one short transaction of the
 * kind that the others make too: who may do what, mails, records and lists one by one. Through PgBouncer runs what locks,
 * listens, goes on in steps, keeps statements, or does much at once.
 */
const sameWithoutPool = [
  'tests/api/access/**',
  'tests/api/accounts-*.test.ts',
  'tests/api/{affiliates,analytics,analytics-days,answered-texts,customers,deep-lists,desk,expeditions,history}.test.ts',
  'tests/api/{invoices,invoices-status,lists,packages,products,profile,records,requests,search-ranking}.test.ts',
  'tests/api/{users,views}.test.ts',
]
const onlyBehindPool = ['tests/database/behind-pgbouncer.test.ts']
const leftOut: Record<string, string[]> = {
  embedded: onlyBehindPool,
  system: [...onlyBehindPool, ...sameOnEveryServer],
  pgbouncer: [...sameOnEveryServer, ...sameWithoutPool],
}

/** What is waited for comes late on a busy machine, and is still right. */
const patient = { poll: { timeout: 20_000 } }

/** `npx vitest run --project unit` (or api, crash, trust); `npm test` runs them all. */
export default defineConfig({
  test: {
    // A part of the machine, since `npm test` runs three at a time; no more than a test cluster has connections for.
    maxWorkers: Math.min(4, Math.max(1, Math.floor(availableParallelism() / 3))),
    projects: [
      {
        test: {
          name: 'unit',
          expect: patient,
          include: ['tests/{domain,machines,console,locales,architecture}/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'api',
          expect: patient,
          include: ['tests/{api,database}/**/*.test.ts'],
          exclude: leftOut[process.env.TEST_CLUSTER ?? 'embedded'],
          // The server keeps no state of its own, so its files may share one copy of it: twice as fast.
          isolate: false,
          globalSetup: ['tests/builders/clusters/api-global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'crash',
          expect: patient,
          include: ['tests/{embedded,crash}/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'trust',
          expect: patient,
          include: ['tests/trust/**/*.test.ts'],
          globalSetup: ['tests/builders/clusters/api-global-setup.ts'],
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
