import { isImageFileName } from '../../domain/lib/image.ts'
import type { Bucket } from '../config/config.ts'
import { makeFairSlots } from '../core/fair-slots.ts'
import { forEachInBatches } from '../core/in-batches.ts'
import {
  type Call,
  findBucketProblem,
  listBucket,
  makeCaller,
  unavailable,
  usualTimeouts,
} from './bucket-calls.ts'
import { type FileStore, isPictureFile, type StoredFile } from './file-store.ts'

/** Each buffers a file in memory; more wait, then are refused. */
const MAX_READS = 32
const MAX_WAIT_MS = 2_000
const MAX_REMOVALS = 8

const year = 365 * 24 * 3_600

/** File store in an S3 bucket. */
export const openBucketStore = (bucket: Bucket, timeouts = usualTimeouts): FileStore => {
  const call = makeCaller(bucket, timeouts)
  const reads = makeFairSlots({ slots: MAX_READS, slotsPerUser: MAX_READS, waitingPerUser: 0 })
  const busy = { timeoutMs: MAX_WAIT_MS, onTimeout: () => unavailable('too many reads at once') }
  return {
    isRemote: true,
    write: async (name, bytes) => {
      if (!isImageFileName(name)) throw new Error(`not the name of a picture: ${name}`)
      await call('write', 'PUT', `/${bucket.prefix}${name}`, {
        bytes,
        // For a CDN in front of the bucket.
        headers: { 'content-type': 'image/webp', 'cache-control': `public, max-age=${year}, immutable` },
      })
    },
    read: async (name) => {
      if (!isImageFileName(name)) return null
      const giveTurn = await reads.acquire(null, busy)
      try {
        return await call('read', 'GET', `/${bucket.prefix}${name}`, { isMaybeMissing: true })
      } finally {
        giveTurn()
      }
    },
    remove: (names) =>
      forEachInBatches(names.filter(isPictureFile), MAX_REMOVALS, async (name) => {
        await call('write', 'DELETE', `/${bucket.prefix}${name}`, { isMaybeMissing: true })
      }),
    list: () => listPictures(call, bucket.prefix),
    findProblem: () => findBucketProblem(call, bucket),
  }
}

async function* listPictures(call: Call, prefix: string): AsyncGenerator<StoredFile[]> {
  for await (const page of listBucket(call, prefix)) yield page.filter(({ name }) => isPictureFile(name))
}
