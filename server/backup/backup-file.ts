import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'

/** First record of a backup. */
export type BackupManifest = {
  format: typeof backupFormat
  /** Instant of the snapshot, ISO 8601. */
  takenAt: string
  /** Number of migrations applied: the restore creates that schema and migrates from there. */
  migrations: number
  tables: readonly SavedTable[]
  /** Last value of each sequence, so that record numbers are not reused. */
  sequences: readonly { name: string; lastValue: string; isCalled: boolean }[]
  /** Whether picture files follow the tables: two frames each (name, bytes), then an empty one. */
  hasFiles?: boolean
}

export type SavedTable = { name: string; columns: readonly string[] }

/** Last record; without it the backup is truncated. */
export type Closing = { rows: Readonly<Record<string, number>> }

export const backupFormat = 'waybill-backup-1'

/**
 * Tables not in backups: cursors of readers do not continue in another database, ended sessions and links must not become valid again, nor mails be sent twice. Everybody logs in again
 * after a restore.
 */
export const momentary: readonly string[] = [
  'account_tokens',
  'attempts',
  'call_shares',
  'callers_present',
  'events',
  'known_devices',
  'login_challenges',
  'mails',
  'order_claims',
  'passkey_challenges',
  'reading_epoch',
  'sessions',
  'sign_ons',
]

/** Format: frames of length (four bytes, big-endian) and bytes. An empty frame ends a sequence of unknown length. */
const lengthBytes = 4
/** Upper bound of valid frames: rows of COPY, pictures. */
const MAX_FRAME_BYTES = 256 * 1024 * 1024
/** Upper bound of frames read as a whole: manifest, closing record, name, picture. */
const MAX_WHOLE_BYTES = 16 * 1024 * 1024

export const writeFrame = async (to: Writable, bytes: Buffer): Promise<void> => {
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt32BE(bytes.length)
  to.write(length)
  if (bytes.length > 0 && !to.write(bytes)) await once(to, 'drain')
}

export type FrameReader = {
  /** The next frame. */
  whole: () => Promise<Buffer>
  /** Bytes of frames up to the next empty one, streamed. */
  untilEmpty: () => AsyncGenerator<Buffer, void>
  /** Skips to the end of the stream; returns the last frame. */
  last: () => Promise<Buffer>
  /** Checks that nothing follows. */
  end: () => Promise<void>
}

/**
 * Reads frames; holds at most one chunk and one frame in memory. All functions throw FrameError for invalid data or above
 * `most` bytes.
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

  /** That many bytes, in pieces. */
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

  /** Null if the stream ends here. */
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
