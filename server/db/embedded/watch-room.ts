import { statfs } from 'node:fs/promises'

/** Bytes: three segments of PostgreSQL's log (16 MB each), and as much again for tables and what else is kept there. */
const leastRoom = 96 * 1024 * 1024
/** Milliseconds for which one look is good. */
const looksFor = 100

/**
 * Whether the disk under `folder` has room for more. Short of that, PostgreSQL would go on until it cannot write its
 * log, and then stop for everybody; refusing writes before leaves the reads.
 */
export const watchRoom = (folder: string, least = leastRoom): (() => Promise<boolean>) => {
  let lookedAt = 0
  let looking: Promise<boolean> = Promise.resolve(true)
  return () => {
    const at = performance.now()
    if (lookedAt === 0 || at - lookedAt > looksFor) {
      lookedAt = at
      looking = look(folder, least)
    }
    return looking
  }
}

/** Where the system does not tell, the database will. */
const look = (folder: string, least: number): Promise<boolean> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize >= least,
    () => true,
  )
