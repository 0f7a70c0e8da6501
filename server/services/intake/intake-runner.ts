import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { describeBug } from '../../core/describe-bug.ts'
import type { ServerContext } from '../../db/context.ts'
import { type IntakeLog, workSource } from './work-source.ts'

/** Works on the events of all sources, each source's in order; instances share the sources. */
export type IntakeRunner = {
  start: () => void
  /** There is a new event. */
  wake: () => void
  /** Lets the running step finish. */
  stop: () => Promise<void>
}

/** Milliseconds between looks for events that another instance left. */
const beat = 2_000
/** Sources at once. */
const mostAtOnce = 2

export const createIntakeRunner = (context: ServerContext, log: IntakeLog): IntakeRunner => {
  /** Until when a source waits after a failure, in milliseconds since the epoch. */
  const restsUntil = new Map<string, number>()
  let isStopping = false
  let isWoken = false
  let running: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined

  const drain = async (source: string): Promise<void> => {
    while (!isStopping) {
      const left = await workSource(context, source, log)
      if (left.restFor > 0) restsUntil.set(source, Date.now() + left.restFor)
      if (!left.goesOn) return
    }
  }

  const look = async (): Promise<void> => {
    while (isWoken && !isStopping) {
      isWoken = false
      const sources = (await waitingSources(context)).filter((id) => (restsUntil.get(id) ?? 0) <= Date.now())
      const next = sources.values()
      await Promise.all(
        Array.from({ length: mostAtOnce }, async () => {
          for (const source of next) await drain(source)
        }),
      )
    }
  }

  const wake = (): void => {
    isWoken = true
    running ??= look()
      .catch((error: unknown) =>
        log.warn(`Events of sources wait, again in a moment: ${describeBug(error).message}`),
      )
      .finally(() => {
        running = null
      })
  }

  return {
    start: () => {
      timer = setInterval(wake, beat)
      timer.unref()
    },
    wake,
    stop: async () => {
      isStopping = true
      clearInterval(timer)
      await running
    },
  }
}

/** Sources with events to be worked on, the longest waiting first. */
const waitingSources = async ({ db }: ServerContext): Promise<string[]> => {
  const { rows } = await db.execute<{ source: string }>(sql`
    select intake.source from intake join sources on sources.id = intake.source and sources.is_active
    where intake.worked_at is null group by intake.source order by min(intake.number)`)
  return rows.map(({ source }) => source)
}

declare module 'fastify' {
  interface FastifyInstance {
    intake: IntakeRunner
  }
}

/** Adds the runner to the app: starts when ready, stops before the app waits for open calls. */
export const registerIntake = (app: FastifyInstance, context: ServerContext): void => {
  const runner = createIntakeRunner(context, app.log)
  app.decorate('intake', runner)
  app.addHook('onReady', async () => runner.start())
  app.addHook('preClose', () => runner.stop())
}
