import { appendFileSync, readFileSync } from 'node:fs'

/**
 * Counts the lines of a stage's report. A stage that was cut off counts what it ran, and one failure more; so does one
 * that ended with an error, or ran nothing, without a failed test.
 */
export function readReport({ name, report }, code) {
  const outcomes = readLines(report)
  const count = (wanted) => outcomes.filter(({ outcome }) => outcome === wanted).length
  const skipped = outcomes
    .filter(({ outcome }) => outcome === 'skipped')
    .map((test) => ({ name: `${name}: ${test.name}`, why: test.why }))
  const passed = count('passed')
  const failed = count('failed')
  const isUnexplained = failed === 0 && (code !== 0 || passed === 0)
  return { passed, failed: isUnexplained ? 1 : failed, skipped }
}

/** A line that was cut off while it was written is left out. */
function readLines(file) {
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line)]
      } catch {
        return []
      }
    })
}

/**
 * Adds one line to the report of the stage, as `readReport` reads it. A line per test, written when the test ends:
 * what ran before a stage was cut off still counts. `outcome` is `passed`, `failed` or `skipped`; `file` and `ms` are
 * the test's file and its duration.
 */
export function appendOutcome({ name, outcome, why, file, ms }) {
  const report = process.env.STAGE_REPORT
  if (report) appendFileSync(report, `${JSON.stringify({ name, outcome, why, file, ms })}\n`)
}

/** The files of a stage whose tests took longest together: `[{ file, tests, ms }]`, the slowest first. */
export function slowestFiles(report, most) {
  const files = new Map()
  for (const { file, ms } of readLines(report)) {
    if (!file || !ms) continue
    const before = files.get(file) ?? { file, tests: 0, ms: 0 }
    files.set(file, { file, tests: before.tests + 1, ms: before.ms + ms })
  }
  return [...files.values()].sort((one, other) => other.ms - one.ms).slice(0, most)
}
