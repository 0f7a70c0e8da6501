/** How long a part of the console may take to come. Source: SPEC section 8. */
export const chunkTimeout = 120_000

/** A part of the console that did not come: late, offline, or replaced by a newer version. */
export class ChunkMissing extends Error {
  override readonly name = 'ChunkMissing'
}

/** Loads a part of the console, its style included. @throws ChunkMissing after 120 s, or when the browser gives up */
export const loadChunk = async <Module>(load: () => Promise<Module>): Promise<Module> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new ChunkMissing(`no answer within ${chunkTimeout / 1000} s`)),
      chunkTimeout,
    )
  })
  try {
    return await Promise.race([load(), late])
  } catch (error) {
    throw error instanceof ChunkMissing ? error : new ChunkMissing(String(error), { cause: error })
  } finally {
    clearTimeout(timer)
  }
}
