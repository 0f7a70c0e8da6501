import { readFileSync } from 'node:fs'

const readers = { vitest: fromVitest, playwright: fromPlaywright }

/** Counts the tests of a stage's report; a stage that failed without a failed test counts as one. */
export function readReport({ name, report }, code) {
  let counts
  try {
    counts = readers[report.format](JSON.parse(readFileSync(report.file, 'utf8')))
  } catch {
    counts = { passed: 0, failed: 0, skipped: [] }
  }
  const ran = counts.passed + counts.failed > 0
  if (counts.failed === 0 && (code !== 0 || !ran)) counts.failed = 1
  return { ...counts, skipped: counts.skipped.map((skip) => ({ ...skip, name: `${name}: ${skip.name}` })) }
}

function fromVitest(report) {
  const tests = report.testResults.flatMap((file) => file.assertionResults)
  const skipped = tests.filter(({ status }) => ['skipped', 'pending', 'todo', 'disabled'].includes(status))
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: skipped.map(({ fullName, status }) => ({
      name: fullName,
      why: status === 'todo' ? 'not written yet' : 'skipped in its file',
    })),
  }
}

function fromPlaywright(report) {
  const skipped = report.suites.flatMap(specsOf).flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === 'skipped')
      .map(({ annotations }) => ({
        name: spec.title,
        why: annotations.find(({ description }) => description)?.description ?? 'skipped in its file',
      })),
  )
  const { expected, flaky, unexpected } = report.stats
  return { passed: expected + flaky, failed: unexpected + report.errors.length, skipped }
}

function specsOf(suite) {
  return [...suite.specs, ...(suite.suites ?? []).flatMap(specsOf)]
}
