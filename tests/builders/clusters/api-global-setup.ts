import type { TestProject } from 'vitest/node'
import { clusterKinds, startTestCluster, type TestCluster } from './start-test-cluster.ts'

declare module 'vitest' {
  interface ProvidedContext {
    cluster: TestCluster
  }
}

/** One cluster for all API tests, of the kind that `TEST_CLUSTER` names. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const wanted = process.env.TEST_CLUSTER ?? 'embedded'
  const kind = clusterKinds.find((known) => known === wanted)
  if (kind === undefined) throw new Error(`TEST_CLUSTER must be one of ${clusterKinds.join(', ')}.`)
  const { stop, ...cluster } = await startTestCluster(kind)
  project.provide('cluster', cluster)
  return stop
}
