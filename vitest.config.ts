import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** `npx vitest run --project unit` (or api, crash); `npm test` runs them all. */
export default defineConfig({
  test: {
    // A part of the machine, since `npm test` runs three at a time; no more than a test cluster has connections for.
    maxWorkers: Math.min(4, Math.max(1, Math.floor(availableParallelism() / 3))),
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/{domain,machines,console,locales,architecture}/**/*.test.ts'],
          testTimeout: 20_000,
        },
      },
      {
        test: {
          name: 'api',
          include: ['tests/{api,database}/**/*.test.ts'],
          exclude:
            process.env.TEST_CLUSTER === 'pgbouncer' ? [] : ['tests/database/behind-pgbouncer.test.ts'],
          // The server keeps no state of its own, so its files may share one copy of it: twice as fast.
          isolate: false,
          globalSetup: ['tests/builders/clusters/api-global-setup.ts'],
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'crash',
          include: ['tests/{embedded,crash}/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
