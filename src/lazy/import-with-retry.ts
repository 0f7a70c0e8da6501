import { reloadStaleBuild } from './stale-build.ts'

/**
 * Imports a lazy module. A chunk that the network cut is requested again with growing pauses; browsers fetch a failed
 * module anew. If the server has another build by now, the chunk is gone for good and the page is reloaded once.
 *
 * @throws the error of the last attempt
 */
export const importWithRetry = async <Module>(load: () => Promise<Module>): Promise<Module> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await load()
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) throw error
      if (attempt === 1) void reloadStaleBuild()
      await pauseAfter(attempt)
    }
  }
}

export const MAX_ATTEMPTS = 5
const FIRST_PAUSE_MS = 300

/** Random, so that a server that comes back is not asked by everybody at once. */
const pauseAfter = (attempt: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** (attempt - 1) * (0.5 + Math.random())))
