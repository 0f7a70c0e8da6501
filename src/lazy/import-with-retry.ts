/**
 * Imports a lazy module. A file that the network cut is requested again with growing pauses.
 *
 * @throws the error of the last attempt
 */
export const importWithRetry = async <Module>(load: () => Promise<Module>): Promise<Module> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await load()
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) throw error
      await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** (attempt - 1)))
    }
  }
}

const MAX_ATTEMPTS = 5
const FIRST_PAUSE_MS = 300
