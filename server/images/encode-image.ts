import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Code } from '../../domain/core/codes.ts'
import { imageLimits, imageSizes } from '../../domain/lib/image.ts'
import { usualBounds } from '../core/bounds.ts'
import { Refused } from '../core/errors.ts'
import { callerSignal, currentUser, makeFairSlots } from '../core/fair-slots.ts'

/** The files of a picture in the order of `imageSizes`, and the size of the largest in pixels. */
export type EncodedImage = { files: readonly Buffer[]; width: number; height: number }

/** Of a process, in seconds; the largest honest picture takes two. What it waits for a busy machine does not count. */
export const MAX_PROCESSOR_SECONDS = 30

/** Wall-clock limit, for a process that gets no processor. Where no system counts its time, the limit of its work. */
const MAX_DURATION_MS = { counted: 120_000, uncounted: 30_000 }

/** Of a process and all that it allocates. An AVIF of 50 megapixels takes 990, a PNG of 16 bits 590, any other less. */
export const MAX_MEMORY_MB = 1_536

/** Each holds a picture's pixels. A picture waits for its turn in memory, as a file of a few megabytes. */
const processes = makeFairSlots({
  slots: 2,
  slotsPerUser: 1,
  waitingPerUser: usualBounds.waitingSpreadsheets,
})

/**
 * Decodes an uploaded picture and encodes it again in every size, in a separate process: a file that breaks its decoder,
 * or keeps it busy, affects no other call. Nothing but the pixels gets through: no metadata, nothing hidden behind them.
 *
 * @throws Refused `IMAGE_NOT_SUPPORTED`, `IMAGE_ANIMATED`, `IMAGE_TOO_MANY_PIXELS`, `IMAGE_DAMAGED`, `OVERLOADED`
 */
export const encodeImage = async (
  bytes: Buffer,
  milliseconds = isCounted ? MAX_DURATION_MS.counted : MAX_DURATION_MS.uncounted,
): Promise<EncodedImage> => {
  if (bytes.length === 0) throw new Refused('IMAGE_MISSING')
  const format = imageFormat(bytes.subarray(0, MAX_FILE_TYPE_BYTES))
  if (format === null) throw new Refused('IMAGE_NOT_SUPPORTED')
  if (format === 'avis') throw new Refused('IMAGE_ANIMATED')
  const giveTurn = await processes.acquire(currentUser(), undefined, callerSignal())
  try {
    const answer = await runProcess(bytes, format, milliseconds)
    if ('code' in answer) throw new Refused(answer.code)
    return { ...answer, files: answer.files.map(asBuffer) }
  } finally {
    giveTurn()
  }
}

type ProcessAnswer = { code: Code } | { files: readonly Uint8Array[]; width: number; height: number }

/** One that ends after it was ready was broken by its picture, or worked too long. @throws Error where it could not begin */
const runProcess = (
  bytes: Buffer,
  format: Exclude<ImageFormat, 'avis'>,
  milliseconds: number,
): Promise<ProcessAnswer> =>
  new Promise((resolve, reject) => {
    const [command, args] = processCommand()
    const child = spawn(command, args, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: environment,
    })
    let isReady = false
    const end = (answer: ProcessAnswer): void => {
      clearTimeout(timer)
      child.kill('SIGKILL')
      resolve(answer)
    }
    const timer = setTimeout(() => end({ code: codeOfTimeout({ isReady, isCounted }) }), milliseconds)
    child.on('message', (message) => {
      if (message !== 'ready') return end(message as ProcessAnswer)
      isReady = true
      child.send({ bytes, format, sizes: [...imageSizes], pixels: imageLimits.pixels }, () => {})
    })
    const fail = (error: Error): void => {
      clearTimeout(timer)
      reject(error)
    }
    child.once('error', fail)
    child.once('exit', (code, signal) => {
      if (isReady) end({ code: 'IMAGE_DAMAGED' })
      else fail(new Error(`The process of an image ended with ${signal ?? code} before it could begin.`))
    })
  })

/**
 * Why a picture is refused whose process has not ended in time by the clock. Where the system counts processor time, one that
 * works too long has been ended before, so this one waited for a busy machine; elsewhere the picture is what took so long.
 */
export const codeOfTimeout = ({
  isReady,
  isCounted,
}: {
  isReady: boolean
  isCounted: boolean
}): 'IMAGE_DAMAGED' | 'OVERLOADED' => (isReady && !isCounted ? 'IMAGE_DAMAGED' : 'OVERLOADED')

const script = fileURLToPath(new URL('./process-image.mjs', import.meta.url))
const shell = '/bin/sh'

/** Whether the system ends a process by its processor time and memory. */
const isCounted = process.platform === 'linux' && existsSync(shell)

/**
 * The shell sets limits that the process cannot lift, and becomes it: no work beyond `seconds`, no memory beyond
 * `MAX_MEMORY_MB`, no copy of it on the disk. `ulimit -d` counts what may be written, not the address space that Node reserves. Only Linux counts so: elsewhere, and
 * where there is no shell, the process runs without.
 */
export const processCommand = (seconds = MAX_PROCESSOR_SECONDS): [string, string[]] => {
  const node = [process.execPath, script]
  if (!isCounted) return [process.execPath, [script]]
  const limits = `ulimit -t ${seconds}; ulimit -d ${MAX_MEMORY_MB * 1024}; ulimit -c 0`
  return [shell, ['-c', `{ ${limits}; } 2>/dev/null; exec "$0" "$1"`, ...node]]
}

/** None of the server's secrets. Windows needs its own folder to load libraries. */
const environment = Object.fromEntries(
  ['SystemRoot', 'TMPDIR', 'TEMP'].flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  }),
)

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

/** `avis`: an animated AVIF. */
type ImageFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'avis'

/**
 * Which picture a file says to be in its first bytes; null for none that is taken: what is sure to be refused starts no
 * process. The process finds out whether it is one.
 */
export const imageFormat = (bytes: Buffer): ImageFormat | null => {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpeg'
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png'
  if (textAt(bytes, 0) === 'RIFF' && textAt(bytes, 8) === 'WEBP' && textAt(bytes, 12).startsWith('VP8'))
    return 'webp'
  return avifFormat(bytes)
}

const startsWith = (bytes: Buffer, signature: readonly number[]): boolean =>
  signature.every((byte, at) => bytes[at] === byte)

const textAt = (bytes: Buffer, at: number): string => bytes.toString('latin1', at, at + 4)

/** Longer than the brands of any file. */
const MAX_FILE_TYPE_BYTES = 256

/** A box `ftyp` of an honest length, with a brand of AVIF: the first one names it, or others do that follow a general one. */
const avifFormat = (bytes: Buffer): 'avif' | 'avis' | null => {
  const length = bytes.length < 16 ? 0 : bytes.readUInt32BE(0)
  if (textAt(bytes, 4) !== 'ftyp' || length < 16 || length > MAX_FILE_TYPE_BYTES || length % 4 !== 0)
    return null
  const brand = textAt(bytes, 8)
  if (brand === 'avif' || brand === 'avis') return brand
  if (brand !== 'mif1') return null
  for (let at = 16; at + 4 <= Math.min(length, bytes.length); at += 4)
    if (textAt(bytes, at) === 'avif') return 'avif'
  return null
}
