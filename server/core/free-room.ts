import { existsSync, statfsSync } from 'node:fs'
import path from 'node:path'

/** Bytes free for a user in the nearest folder that exists. */
export const freeRoom = (folder: string): number => {
  if (!existsSync(folder)) return freeRoom(path.dirname(folder))
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}
