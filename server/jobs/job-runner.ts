import { and, inArray } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { endedJobStatuses } from '../../domain/jobs/job.ts'
import { Refused } from '../core/errors.ts'
import { makeFairQueue, runAsUser } from '../core/fair-slots.ts'
import type { ServerContext } from '../db/context.ts'
import type { Transaction } from '../db/drizzle.ts'
import { jobs } from '../db/schema/user-work.ts'
import { jobChannel, readNotice } from '../events/job-notice.ts'
import { listen } from '../events/listen.ts'
import type { JobDefinition, WholeJob } from './define-job.ts'
import { cancelJob } from './end-job.ts'
import { claimJob, hasEnded, type JobRow, readWrittenJob, renewJobs, type WrittenJob } from './job-rows.ts'
import { type JobLog, runJob } from './run-job.ts'

type JobRunner = {
  start: () => void
  /** Looks for jobs. */
  wake: () => void
  /** @throws Error if no definition has that name */
  requireDefinition: (work: string) => void
  /** Runs a job begun with `heldBy`, in turn. */
  runHere: (row: JobRow, run: WholeJob['run']) => void
  /** Requests cancellation. @throws Refused `JOB_ENDED` */
  cancel: (tx: Transaction, id: string) => Promise<JobRow>
  /** The ended job, or its state when the caller left. @throws Refused `INTERRUPTED` on shutdown */
  wait: (id: string, left: Promise<void>) => Promise<WrittenJob>
  /** Lets running steps finish and releases their jobs. */
  stop: () => Promise<void>
}

const jobsAtOnce = 3
/** Fewer than all slots, to leave room for other users. */
const jobsPerUser = 2
/** Milliseconds between polls and lease renewals. */
const beat = 5_000

type Task = { row: JobRow; definition: JobDefinition; isOnlyHere: boolean }

/** Runs a few jobs at once on this instance; instances share the jobs. */
const createJobRunner = (
  context: ServerContext,
  definitions: readonly JobDefinition[],
  log: JobLog,
): JobRunner => {
  const definitionOf = new Map(definitions.map((definition) => [definition.work, definition]))
  const running = new Map<string, Promise<void>>()
  const runningOf = new Map<string, number>()
  const waitingHere = makeFairQueue<Task>()
  let isClaimNext = false
  const waits = makeJobWaits()
  let isStopping = false
  let isLooking: Promise<void> | null = null
  let stopListening = async () => {}

  const begin = (task: Task): void => {
    const { heldBy, actor } = task.row
    countRunning(actor, 1)
    const run = { context, log, isStopping: () => isStopping, isOnlyHere: task.isOnlyHere }
    const work = { user: `job ${actor}` }
    const ended = runAsUser(work, () => runJob(task.definition, task.row, run)).then(() => {
      running.delete(heldBy!)
      countRunning(actor, -1)
      wake()
    })
    running.set(heldBy!, ended)
  }

  const countRunning = (actor: string | null, by: 1 | -1): void => {
    if (actor === null) return
    const count = (runningOf.get(actor) ?? 0) + by
    if (count === 0) runningOf.delete(actor)
    else runningOf.set(actor, count)
  }

  const hasRoom = (actor: string | null): boolean =>
    actor === null || (runningOf.get(actor) ?? 0) < jobsPerUser

  /** Alternates between jobs only this instance can run and others. */
  const nextTask = async (): Promise<Task | null> => {
    isClaimNext = !isClaimNext
    const takeHere = () => waitingHere.take(hasRoom)
    return isClaimNext ? ((await claimTask()) ?? takeHere()) : (takeHere() ?? (await claimTask()))
  }

  const look = async (): Promise<void> => {
    while (!isStopping && running.size < jobsAtOnce) {
      const task = await nextTask()
      if (task === null) return
      begin(task)
    }
  }

  const claimTask = async (): Promise<Task | null> => {
    const busyActors = [...runningOf.keys()].filter((actor) => !hasRoom(actor))
    const row = await claimJob(context, [...definitionOf.keys()], busyActors)
    return row === null ? null : { row, definition: definitionOf.get(row.work)!, isOnlyHere: false }
  }

  const wake = (): void => {
    isLooking = (isLooking ?? Promise.resolve())
      .then(look)
      .catch((error: Error) => log.warn(`Jobs cannot be looked for at the moment: ${error.message}`))
  }

  const onBeat = (): void => {
    const runs = [...running.keys(), ...waitingHere.items().map(({ row }) => row.heldBy!)]
    renewJobs(context, runs).catch(() => undefined)
    waits.check(context).catch(() => undefined)
    wake()
  }

  return {
    requireDefinition: (work) => {
      if (!definitionOf.has(work)) throw new Error(`${work} is missing in server/app.ts`)
    },
    start: () => {
      const timer = setInterval(onBeat, beat)
      const connection = listen(context.connectionConfig, [jobChannel], {
        onNotice: (_, payload) => {
          const notice = readNotice(payload)
          if (notice.status === 'QUEUED') wake()
          if (hasEnded(notice)) waits.tell(notice.job)
        },
        onUp: async () => onBeat(),
        onWarning: (message) => log.warn(message),
      })
      stopListening = async () => {
        clearInterval(timer)
        await connection.close()
      }
    },
    wake,
    runHere: (row, run) => {
      waitingHere.push(row.actor, { row, definition: { work: row.work, run }, isOnlyHere: true })
      wake()
    },
    cancel: (tx, id) => cancelJob(tx, context, id, (work) => isInSteps(definitionOf.get(work))),
    wait: async (id, left) => {
      if (isStopping) throw new Refused('INTERRUPTED')
      const { ended, forget } = waits.add(id)
      try {
        const before = await readWrittenJob(context.db, id)
        if (before !== null && hasEnded(before)) return before
        if (before !== null) await Promise.race([ended, left])
      } finally {
        forget()
      }
      const row = await readWrittenJob(context.db, id)
      if (row === null) throw new Refused('NOT_FOUND')
      return row
    },
    stop: async () => {
      isStopping = true
      await isLooking
      for (let task = waitingHere.take(); task !== null; task = waitingHere.take()) begin(task)
      await Promise.all(running.values())
      waits.refuse(new Refused('INTERRUPTED'))
      await stopListening()
    },
  }
}

const isInSteps = (definition: JobDefinition | undefined): boolean =>
  definition !== undefined && 'step' in definition

declare module 'fastify' {
  interface FastifyInstance {
    jobs: JobRunner
  }
}

/** Adds the job runner to the app: starts when ready, stops before the app waits for open calls. */
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

type Wait = { id: string; end: () => void; refuse: (error: Error) => void }

/** Calls waiting for jobs, on whatever instance these run. */
const makeJobWaits = () => {
  const waits = new Set<Wait>()
  const tell = (id: string): void => {
    for (const wait of waits) if (wait.id === id) wait.end()
  }
  return {
    tell,
    /** `ended` resolves when the job's end is reported; call `forget` if no longer needed. */
    add: (id: string): { ended: Promise<void>; forget: () => void } => {
      let wait!: Wait
      const ended = new Promise<void>((resolve, reject) => {
        wait = { id, end: resolve, refuse: reject }
      })
      ended.catch(() => undefined)
      waits.add(wait)
      return { ended, forget: () => waits.delete(wait) }
    },
    /** Handles notifications missed while not listening. */
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
