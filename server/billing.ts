import type { ServerContext } from './context.ts'
import { billEndedWeeks } from './services/billing/bill-ended-weeks.ts'

const between = 5 * 60_000

/** Looks now and every few minutes whether a country's week has ended and is to be billed; several instances share it. */
export const keepBilling = (
  context: ServerContext,
  log: { warn: (message: string) => void },
): (() => void) => {
  const run = () => {
    billEndedWeeks(context).catch((error: Error) =>
      log.warn(`Ended weeks were not billed, again in some minutes: ${error.message}`),
    )
  }
  run()
  const timer = setInterval(run, between)
  timer.unref()
  return () => clearInterval(timer)
}
