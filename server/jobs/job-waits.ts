import { and, inArray } from 'drizzle-orm'
import { endedJobStatuses } from '../../domain/jobs/job.ts'
import type { ServerContext } from '../context.ts'
import { jobs } from '../db/schema/desk.ts'

type Wait = { id: string; end: () => void; refuse: (error: Error) => void }

/** Calls that wait for jobs to end, wherever these run. */
export const makeJobWaits = () => {
  const waits = new Set<Wait>()
  const tell = (id: string): void => {
    for (const wait of waits) if (wait.id === id) wait.end()
  }
  return {
    tell,
    /** Resolves once the job is told to have ended; `forget` it when it matters no more. */
    add: (id: string): { ended: Promise<void>; forget: () => void } => {
      let wait!: Wait
      const ended = new Promise<void>((resolve, reject) => {
        wait = { id, end: resolve, refuse: reject }
      })
      ended.catch(() => undefined)
      waits.add(wait)
      return { ended, forget: () => waits.delete(wait) }
    },
    /** What was told while nobody could hear it. */
    check: async ({ db }: Pick<ServerContext, 'db'>): Promise<void> => {
      const ids = [...new Set([...waits].map(({ id }) => id))]
      if (ids.length === 0) return
      const rows = await db
        .select({ id: jobs.id })
        .from(jobs)
        .where(and(inArray(jobs.id, ids), inArray(jobs.status, [...endedJobStatuses])))
      for (const { id } of rows) tell(id)
    },
    refuse: (error: Error): void => {
      for (const wait of waits) wait.refuse(error)
    },
  }
}
