import type { TestProject } from 'vitest/node'
import { startTestCluster, type TestCluster } from './start-test-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    cluster: TestCluster
  }
}

/** One cluster for all API tests; `TEST_CLUSTER=system` takes the system's PostgreSQL. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...cluster } = await startTestCluster(
    process.env.TEST_CLUSTER === 'system' ? 'system' : 'embedded',
  )
  project.provide('cluster', cluster)
  return stop
}
