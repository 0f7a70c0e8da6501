import { appendOutcome } from '../outcomes.mjs'

/** Reports every test of a vitest run, and every error outside of a test as a failed one. */
export default class OutcomeReporter {
  onTestCaseResult(test) {
    const { state } = test.result()
    const why = test.options.mode === 'todo' ? 'not written yet' : 'skipped in its file'
    appendOutcome(test.fullName, state, state === 'skipped' ? why : undefined)
  }

  onTestModuleEnd(module) {
    for (const error of module.errors())
      appendOutcome(`${module.relativeModuleId}: ${error.message}`, 'failed')
    for (const suite of module.children.allSuites()) {
      for (const error of suite.errors()) appendOutcome(`${suite.fullName}: ${error.message}`, 'failed')
    }
  }

  onTestRunEnd(_modules, errors) {
    for (const error of errors) appendOutcome(error.message, 'failed')
  }
}
