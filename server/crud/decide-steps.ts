import type { ChangeReport } from '../../domain/changes.ts'
import type { Code } from '../../domain/codes.ts'
import type { Held, Pair, Step } from './record-kind.ts'

export type Decided<Row extends Held> = { steps: Step<Row>[]; refused: ChangeReport['refused'] }

/** One record's change on trial: what it would be, and why it may not be. */
export type Trial<Row extends Held> = { step: Step<Row>; whyNot: () => Code | null }

/** Decides one record after the other, oldest first; each one decided on is settled before the next is asked about. */
export const decideSteps = <Row extends Held>(
  trials: readonly Trial<Row>[],
  settle: (pair: Pair<Row>) => void,
): Decided<Row> => {
  const steps: Step<Row>[] = []
  const refused: ChangeReport['refused'] = []
  for (const { step, whyNot } of trials) {
    const { id, number } = step.record
    const code = whyNot()
    if (code !== null) {
      refused.push({ id, number, code })
      continue
    }
    settle(step)
    steps.push(step)
  }
  return { steps, refused }
}
