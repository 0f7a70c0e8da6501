import path from 'node:path'
import { appendOutcome } from '../outcomes.mjs'
import { root } from '../root.mjs'

/** Reports every test of a Playwright run, and every error outside of a test as a failed one. */
export default class OutcomeReporter {
  onTestEnd(test, { status, annotations, duration }) {
    const about = {
      name: test.titlePath().filter(Boolean).join(' > '),
      file: path.relative(root, test.location.file),
      ms: duration,
    }
    if (status === 'skipped') {
      const why = annotations.find(({ description }) => description)?.description
      return appendOutcome({
        ...about,
        outcome: 'skipped',
        why: why ?? 'skipped in its file, or after a failed one',
      })
    }
    appendOutcome({ ...about, outcome: status === test.expectedStatus ? 'passed' : 'failed' })
  }

  onError(error) {
    appendOutcome({ name: error.message ?? 'an error outside of a test', outcome: 'failed' })
  }

  printsToStdio() {
    return false
  }
}
