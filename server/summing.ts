import type { ServerContext } from './context.ts'
import { sumUpDays } from './modules/analytics/sum-up-days.ts'

/** As old as what the dashboard reads from its orders gets: a day of these costs it some milliseconds. */
const pause = 15_000

/** Sums up the days whose orders have changed, now and every few seconds; several instances only find less to do. */
export const keepSummed = (
  { db }: ServerContext,
  log: { warn: (message: string) => void },
): { stop: () => Promise<void> } => {
  let isStopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const run = async (): Promise<void> => {
    await sumUpDays(db, () => isStopped).catch((error: Error) =>
      log.warn(`Days were not summed up, again in a moment: ${error.message}`),
    )
    if (isStopped) return
    timer = setTimeout(() => {
      running = run()
    }, pause)
    timer.unref()
  }
  let running = run()
  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
