import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './root.mjs'

/**
 * Tests in a JSON report of vitest or Playwright: `[{ name, file, outcome, why, ms }]`, `outcome`: `passed`, `failed` or
 * `skipped`. Empty without a report. `isShort`: omits tests of the full run.
 */
export function readTests(report, isShort) {
  if (!existsSync(report)) return []
  const { testResults, suites } = JSON.parse(readFileSync(report, 'utf8'))
  return testResults
    ? testResults.flatMap((file) => testsOfVitest(file, isShort))
    : suites.flatMap(testsOfPlaywright)
}

function testsOfVitest({ name, assertionResults }, isShort) {
  return assertionResults
    .map(({ ancestorTitles, title, status, tags, duration }) => ({
      name: [...ancestorTitles, title].filter(Boolean).join(' > '),
      file: path.relative(root, name),
      outcome: status === 'passed' || status === 'failed' ? status : 'skipped',
      why: status === 'todo' ? 'not written yet' : 'skipped in its file',
      isLeftOut: isShort && tags.includes('full'),
      ms: duration ?? 0,
    }))
    .filter(({ outcome, isLeftOut }) => !(outcome === 'skipped' && isLeftOut))
}

function testsOfPlaywright({ title, file, specs, suites = [] }) {
  const own = specs.flatMap((spec) =>
    spec.tests.map(({ status, annotations, results }) => ({
      name: spec.title,
      file: path.posix.join('tests/e2e', file),
      outcome: { expected: 'passed', skipped: 'skipped' }[status] ?? 'failed',
      why:
        annotations.find(({ description }) => description)?.description ??
        'skipped in its file, or after a failed one',
      ms: results.reduce((sum, { duration }) => sum + duration, 0),
    })),
  )
  const inner = suites.flatMap(testsOfPlaywright)
  return [...own, ...inner].map((test) => ({ ...test, name: `${title} > ${test.name}` }))
}

/** The slowest files: `[{ file, tests, ms }]`. */
export function slowestFiles(tests, most) {
  const files = new Map()
  for (const { file, ms } of tests) {
    const before = files.get(file) ?? { file, tests: 0, ms: 0 }
    files.set(file, { file, tests: before.tests + 1, ms: before.ms + ms })
  }
  return [...files.values()].sort((one, other) => other.ms - one.ms).slice(0, most)
}
