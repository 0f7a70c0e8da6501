import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'

/** An unguessable temporary name. `newFileFlags` follow no links and overwrite nothing. */
export const growingName = (file: string): string => `${file}.${randomBytes(9).toString('hex')}.part`

export const newFileFlags =
  constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0)

/** Writes a file atomically and durably, readable by its owner only. */
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
