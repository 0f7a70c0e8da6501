import type { ServerContext } from './context.ts'
import { gatherTallies } from './crud/gather-tallies.ts'

const minute = 60_000

/** Adds up what writers have counted, now and every minute; several instances on one database only find less to do. */
export const keepTallied = (
  { db }: ServerContext,
  log: { warn: (message: string) => void },
): (() => void) => {
  const run = () => {
    gatherTallies(db).catch((error: Error) =>
      log.warn(`Counts were not added up, again in a minute: ${error.message}`),
    )
  }
  run()
  const timer = setInterval(run, minute)
  timer.unref()
  return () => clearInterval(timer)
}
