import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { storageLimits } from '../../domain/users/storage-limits.ts'
import { Refused } from '../core/errors.ts'
import type { ServerContext } from '../db/context.ts'
import type { Executor } from '../db/drizzle.ts'
import { inTransaction } from '../db/in-transaction.ts'
import { jobFiles } from '../db/schema/user-work.ts'
import { boundFiles, type LeasedJob, lockLeasedJob, RunHalted } from './job-rows.ts'

type Db = Pick<ServerContext, 'db'>
type FileContext = Pick<ServerContext, 'db' | 'storage'>

/** Approximate size of a file's parts in bytes. */
const partSize = 512 * 1024

/** Writes a job's file in parts, replacing an earlier run's. */
export const openJobFile = async (context: FileContext, held: LeasedJob) => {
  let parts = 0
  let buffered: Uint8Array[] = []
  const whileHeld = (work: (tx: Executor) => Promise<unknown>): Promise<void> =>
    inTransaction(context, async (tx) => {
      if ((await lockLeasedJob(tx, held)) === null) throw new RunHalted('lost')
      await work(tx)
    })
  const flush = async (): Promise<void> => {
    const bytes = Buffer.concat(buffered)
    buffered = []
    if (bytes.length === 0) return
    await whileHeld(async (tx) => {
      await tx.insert(jobFiles).values({ job: held.id, part: parts, bytes })
      const size = await boundFiles(tx, context, held.id)
      if (size > (context.storage?.exportBytes ?? storageLimits.exportBytes))
        throw new Refused('FILE_TOO_MANY_ROWS')
    })
    parts++
  }
  await whileHeld((tx) => removeJobFile(tx, held.id))
  return {
    append: async (bytes: Uint8Array): Promise<void> => {
      buffered.push(bytes)
      if (buffered.reduce((size, { length }) => size + length, 0) >= partSize) await flush()
    },
    flush,
  }
}

export const removeJobFile = async (db: Executor, id: string): Promise<void> => {
  await db.delete(jobFiles).where(eq(jobFiles.job, id))
}

/** Size of a job's file in bytes; 0 if none. */
export const jobFileSize = async ({ db }: Db, id: string): Promise<number> => {
  const [row] = await db
    .select({ size: sql<string>`coalesce(sum(length(${jobFiles.bytes})), 0)` })
    .from(jobFiles)
    .where(eq(jobFiles.job, id))
  return Number(row?.size ?? 0)
}

/** A job's file, part by part. */
export async function* readJobFile({ db }: Db, id: string): AsyncGenerator<Buffer> {
  for (let last = -1; ; last++) {
    const [row] = await db
      .select({ bytes: jobFiles.bytes })
      .from(jobFiles)
      .where(and(eq(jobFiles.job, id), gt(jobFiles.part, last)))
      .orderBy(asc(jobFiles.part))
      .limit(1)
    if (row === undefined) return
    yield row.bytes
  }
}
