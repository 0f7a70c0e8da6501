import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'

/**
 * A name for a file while it grows, which nobody can have taken before. Opened with `newFileFlags`, no link is followed and
 * nothing that is there is written to.
 */
export const growingName = (file: string): string => `${file}.${randomBytes(9).toString('hex')}.part`

export const newFileFlags =
  constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0)

/** Writes a file for its owner's eyes only, there whole or not at all, also after a power cut. */
export const writeWhole = async (file: string, bytes: Uint8Array): Promise<void> => {
  const growing = growingName(file)
  try {
    const handle = await open(growing, newFileFlags, 0o600)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(growing, file)
  } catch (error) {
    await rm(growing, { force: true })
    throw error
  }
}
