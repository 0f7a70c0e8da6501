import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds; well above what the work takes, a password's hash included. */
const step = 300

/**
 * Answers after a while that is always the same, so that time does not tell which way the work went: a whole step, or,
 * where the work waits in line (many hashes at once), as many whole steps as it took.
 */
export const steadily = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
  const began = performance.now()
  const answer = await work()
  const took = performance.now() - began
  await sleep(step - (took % step))
  return answer
}
