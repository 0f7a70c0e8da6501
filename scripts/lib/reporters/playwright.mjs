import { appendOutcome } from '../outcomes.mjs'

/** Reports every test of a Playwright run, and every error outside of a test as a failed one. */
export default class OutcomeReporter {
  onTestEnd(test, { status, annotations }) {
    const name = test.titlePath().filter(Boolean).join(' > ')
    if (status === 'skipped') {
      const why = annotations.find(({ description }) => description)?.description
      return appendOutcome(name, 'skipped', why ?? 'skipped in its file, or after a failed one')
    }
    appendOutcome(name, status === test.expectedStatus ? 'passed' : 'failed')
  }

  onError(error) {
    appendOutcome(error.message ?? 'an error outside of a test', 'failed')
  }

  printsToStdio() {
    return false
  }
}
