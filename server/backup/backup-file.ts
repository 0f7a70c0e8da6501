import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'

/** The first record of a backup. */
export type Manifest = {
  format: typeof backupFormat
  /** The instant that all of it is of, ISO 8601. */
  takenAt: string
  /** How many migrations the database had seen: it is restored as of then, and migrated from there. */
  migrations: number
  tables: readonly SavedTable[]
  /** The last value of each sequence: numbers of records are not given twice. */
  sequences: readonly { name: string; lastValue: string; isCalled: boolean }[]
  /** Whether uploaded pictures follow the tables: two frames each, name and bytes, and an empty one at their end. */
  hasFiles?: boolean
}

export type SavedTable = { name: string; columns: readonly string[] }

/** The last record; a backup without it was cut. */
export type Closing = { rows: Readonly<Record<string, number>> }

export const backupFormat = 'waybill-backup-1'

/**
 * What is only of the moment: sessions and links that have ended since must not come back to life, nor mails go out
 * twice. Everybody logs in again.
 */
export const momentary: readonly string[] = [
  'account_tokens',
  'attempts',
  'events',
  'known_devices',
  'mails',
  'order_claims',
  'sessions',
]

/**
 * A stream as a row of frames: each its length (four bytes, big-endian) and so many bytes. An empty one ends what has no
 * known length.
 */
const lengthBytes = 4
/** More than any row of COPY or any manifest; a longer one is no frame of ours. */
const longestFrame = 256 * 1024 * 1024

export const writeFrame = async (to: Writable, bytes: Buffer): Promise<void> => {
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32BE(bytes.length)
  to.write(length)
  if (bytes.length > 0 && !to.write(bytes)) await once(to, 'drain')
}

/** @throws FrameError where the stream ends within a frame, or is none of ours */
export async function* readFrames(from: Readable): AsyncGenerator<Buffer, void> {
  let chunks: Buffer[] = []
  let size = 0
  const take = (length: number): Buffer => {
    const whole = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)
    const rest = whole.subarray(length)
    chunks = rest.length > 0 ? [rest] : []
    size = rest.length
    return whole.subarray(0, length)
  }
  let wanted: number | null = null
  for await (const chunk of from as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    for (;;) {
      if (wanted === null && size >= lengthBytes) wanted = take(lengthBytes).readUInt32BE()
      if (wanted === null || size < wanted) break
      if (wanted > longestFrame) throw new FrameError()
      const frame = wanted === 0 ? Buffer.alloc(0) : take(wanted)
      wanted = null
      yield frame
    }
    if (wanted !== null && wanted > longestFrame) throw new FrameError()
  }
  if (wanted !== null || size > 0) throw new FrameError()
}

export class FrameError extends Error {
  override name = 'FrameError'
}
