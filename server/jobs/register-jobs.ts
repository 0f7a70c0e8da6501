import type { FastifyInstance } from 'fastify'
import type { ServerContext } from '../db/context.ts'
import type { JobDefinition } from './define-job.ts'
import { createJobRunner, type JobRunner } from './job-runner.ts'

declare module 'fastify' {
  interface FastifyInstance {
    jobs: JobRunner
  }
}

/** Gives the app its runner of jobs: it begins once the app is ready and ends before the app waits for its calls. */
export const registerJobs = (
  app: FastifyInstance,
  context: ServerContext,
  definitions: readonly JobDefinition[],
): void => {
  const runner = createJobRunner(context, definitions, app.log)
  app.decorate('jobs', runner)
  app.addHook('onReady', async () => runner.start())
  app.addHook('preClose', () => runner.stop())
}
