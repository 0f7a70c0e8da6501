import { appendFileSync } from 'node:fs'

/**
 * Adds one line to the report of the stage, as `readReport` reads it. A line per test, written when the test ends:
 * what ran before a stage was cut off still counts. `outcome` is `passed`, `failed` or `skipped`.
 */
export function appendOutcome(name, outcome, why) {
  const file = process.env.STAGE_REPORT
  if (file) appendFileSync(file, `${JSON.stringify({ name, outcome, why })}\n`)
}
