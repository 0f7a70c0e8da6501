import { lowerPriority } from './lower-priority.mjs'

/** Lets API calls go before this thread. Linux alone has priorities of threads: elsewhere it would be that of the whole process. */
export const yieldToCalls = (): void => {
  if (process.platform === 'linux') lowerPriority()
}
