import type { TestProject } from 'vitest/node'
import { clusterKinds, startTestCluster, type TestCluster } from './start-test-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    cluster: TestCluster
  }
}

/** One cluster for all tests of a project: `api-system` and `api-pgbouncer` name theirs, the others take npm's PostgreSQL. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const kind = clusterKinds.find((known) => project.name === `api-${known}`) ?? 'embedded'
  const { stop, ...cluster } = await startTestCluster(kind)
  project.provide('cluster', cluster)
  return stop
}
