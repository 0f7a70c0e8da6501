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
/** No frame of ours is longer: neither a row of COPY nor a picture. */
const MAX_FRAME_BYTES = 256 * 1024 * 1024
/** A frame that is read whole: a manifest, a closing record, a name, a picture. */
const MAX_WHOLE_BYTES = 16 * 1024 * 1024

export const writeFrame = async (to: Writable, bytes: Buffer): Promise<void> => {
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32BE(bytes.length)
  to.write(length)
  if (bytes.length > 0 && !to.write(bytes)) await once(to, 'drain')
}

export type FrameReader = {
  /** The next frame, whole. */
  whole: () => Promise<Buffer>
  /** The bytes of the frames up to the next empty one, as they arrive. */
  untilEmpty: () => AsyncGenerator<Buffer, void>
  /** Reads on to the end of the stream; the last frame, whole. */
  last: () => Promise<Buffer>
  /** That nothing follows. */
  end: () => Promise<void>
}

/**
 * Reads frames without holding more than one chunk and one whole frame. All throw FrameError where it is none of ours, or
 * longer than `most` bytes.
 */
export const readFrames = (from: Readable, most = Number.POSITIVE_INFINITY): FrameReader => {
  const chunks = from[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>
  let chunk: Buffer = Buffer.alloc(0)
  let read = 0

  /** Between one and `wanted` bytes; null at the end. */
  const some = async (wanted: number): Promise<Buffer | null> => {
    while (chunk.length === 0) {
      const { value, done } = await chunks.next()
      if (done || value === undefined) return null
      chunk = value
      read += chunk.length
      if (read > most) throw new FrameError()
    }
    const taken = chunk.subarray(0, wanted)
    chunk = chunk.subarray(wanted)
    return taken
  }

  /** So many bytes, in pieces. */
  async function* pieces(length: number): AsyncGenerator<Buffer, void> {
    for (let left = length; left > 0; ) {
      const piece = await some(left)
      if (piece === null) throw new FrameError()
      left -= piece.length
      yield piece
    }
  }

  const all = async (length: number): Promise<Buffer> => {
    const found: Buffer[] = []
    for await (const piece of pieces(length)) found.push(piece)
    return Buffer.concat(found)
  }

  /** Null where the stream ends before a frame. */
  const nextLength = async (): Promise<number | null> => {
    const first = await some(lengthBytes)
    if (first === null) return null
    const rest = await all(lengthBytes - first.length)
    const length = Buffer.concat([first, rest]).readUInt32BE()
    if (length > MAX_FRAME_BYTES) throw new FrameError()
    return length
  }

  const lengthOfNext = async (): Promise<number> => {
    const length = await nextLength()
    if (length === null) throw new FrameError()
    return length
  }

  const whole = async (): Promise<Buffer> => {
    const length = await lengthOfNext()
    if (length > MAX_WHOLE_BYTES) throw new FrameError()
    return all(length)
  }

  async function* untilEmpty(): AsyncGenerator<Buffer, void> {
    for (let length = await lengthOfNext(); length > 0; length = await lengthOfNext()) yield* pieces(length)
  }

  const last = async (): Promise<Buffer> => {
    let frame: Buffer | null = null
    for (let length = await nextLength(); length !== null; length = await nextLength()) {
      frame = null
      if (length <= MAX_WHOLE_BYTES) frame = await all(length)
      else for await (const _ of pieces(length));
    }
    if (frame === null) throw new FrameError()
    return frame
  }

  const end = async (): Promise<void> => {
    if ((await nextLength()) !== null) throw new FrameError()
  }

  return { whole, untilEmpty, last, end }
}

export class FrameError extends Error {
  override name = 'FrameError'
}
