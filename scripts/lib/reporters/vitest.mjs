import { appendOutcome } from '../outcomes.mjs'

/** Reports every test of a vitest run, and every error outside of a test as a failed one. */
export default class OutcomeReporter {
  onTestCaseResult(test) {
    const { state } = test.result()
    if (state === 'skipped' && isLeftOut(test)) return
    const why = test.options.mode === 'todo' ? 'not written yet' : 'skipped in its file'
    appendOutcome({
      name: test.fullName,
      outcome: state,
      why: state === 'skipped' ? why : undefined,
      file: test.module.relativeModuleId,
      ms: test.diagnostic()?.duration,
    })
  }

  onTestModuleEnd(module) {
    for (const error of module.errors()) fail(`${module.relativeModuleId}: ${error.message}`)
    for (const suite of module.children.allSuites()) {
      for (const error of suite.errors()) fail(`${suite.fullName}: ${error.message}`)
    }
  }

  onTestRunEnd(_modules, errors) {
    for (const error of errors) fail(error.message)
  }
}

/** Left to the full run by the filter of tags: not asked for, so not counted as skipped. */
const isLeftOut = (test) =>
  process.argv.includes('--tags-filter=!full') && (test.options.tags ?? []).includes('full')

const fail = (name) => appendOutcome({ name, outcome: 'failed' })
