import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds; well above what the work takes, a password's hash included. */
const shortest = 300

/** Answers no sooner than after a while that is always the same, so that time does not tell which way the work went. */
export const steadily = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
  const [answer] = await Promise.all([work(), sleep(shortest)])
  return answer
}
