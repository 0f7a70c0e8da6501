import os from 'node:os'

/** Priority of threads that work beside API calls. */
const beside = 5

/** Lets API calls go before this thread. Linux alone has priorities of threads: elsewhere it would be that of the whole process. */
export const yieldToCalls = (): void => {
  // Nobody but root may raise it again, as where the server was started with a lower one.
  if (process.platform === 'linux' && os.getPriority() < beside) os.setPriority(beside)
}
