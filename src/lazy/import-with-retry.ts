/** Retries a dynamic import that the network cut, twice, with a growing pause. */
export const importWithRetry = async <Module>(load: () => Promise<Module>): Promise<Module> => {
  for (const pauseMs of RETRY_PAUSES_MS) {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  }
  return load()
}

const RETRY_PAUSES_MS = [300, 1_000]
