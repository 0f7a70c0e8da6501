/** Names what was skipped and why, ends with one line of counts, and sets the exit code. */
export function printSummary({ passed, failed, skipped }) {
  console.log('')
  for (const { name, why } of skipped) console.log(`skipped: ${name} (${why})`)
  console.log(`${passed} passed, ${failed} failed, ${skipped.length} skipped`)
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0
}
