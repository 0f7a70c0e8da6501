import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Code } from '../../domain/core/codes.ts'
import { imageLimits, imageSizes } from '../../domain/lib/image.ts'
import { usualBounds } from '../core/bounds.ts'
import { Refused } from '../core/errors.ts'
import { callerSignal, currentUser, makeFairSlots } from '../core/fair-slots.ts'

/** Files by `imageSizes`, and the largest one's size in pixels. */
export type EncodedImage = { files: readonly Buffer[]; width: number; height: number }

/** CPU seconds of a process; the largest legitimate picture takes two. */
export const MAX_PROCESSOR_SECONDS = 30

/** Wall-clock limits in milliseconds; `uncounted`: where CPU time is not limited. */
const MAX_DURATION_MS = { counted: 120_000, uncounted: 30_000 }

/** Memory limit of a process. A 50 megapixel AVIF takes 990, a 16-bit PNG 590. */
export const MAX_MEMORY_MB = 1_536

/** Each process holds a picture's pixels; waiting pictures are files of a few megabytes. */
const processes = makeFairSlots({
  slots: 2,
  slotsPerUser: 1,
  waitingPerUser: usualBounds.waitingSpreadsheets,
})

/**
 * Re-encodes an uploaded picture in all sizes in a separate process, so that a malicious file affects no other call. Drops
 * metadata. @throws Refused `IMAGE_NOT_SUPPORTED`, `IMAGE_ANIMATED`, `IMAGE_TOO_MANY_PIXELS`, `IMAGE_DAMAGED`, `OVERLOADED`
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

/** A process that ends after `ready` was broken by its picture or exceeded a limit. @throws Error if it could not start */
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

/** Code of a wall-clock timeout. With CPU limits, the machine was busy; without, the picture is the cause. */
export const codeOfTimeout = ({
  isReady,
  isCounted,
}: {
  isReady: boolean
  isCounted: boolean
}): 'IMAGE_DAMAGED' | 'OVERLOADED' => (isReady && !isCounted ? 'IMAGE_DAMAGED' : 'OVERLOADED')

const script = fileURLToPath(new URL('./process-image.mjs', import.meta.url))
const shell = '/bin/sh'

/** Whether CPU time and memory can be limited. */
const isCounted = process.platform === 'linux' && existsSync(shell)

/**
 * A shell sets hard limits and execs the process: CPU `seconds`, memory `MAX_MEMORY_MB`, no core dumps. `ulimit -d` counts
 * writable memory, not the address space that Node reserves. Linux only; elsewhere without limits.
 */
export const processCommand = (seconds = MAX_PROCESSOR_SECONDS): [string, string[]] => {
  const node = [process.execPath, script]
  if (!isCounted) return [process.execPath, [script]]
  const limits = `ulimit -t ${seconds}; ulimit -d ${MAX_MEMORY_MB * 1024}; ulimit -c 0`
  return [shell, ['-c', `{ ${limits}; } 2>/dev/null; exec "$0" "$1"`, ...node]]
}

/** No secrets. Windows needs its system folder to load libraries. */
const environment = Object.fromEntries(
  ['SystemRoot', 'TMPDIR', 'TEMP'].flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  }),
)

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

/** `avis`: animated AVIF. */
type ImageFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'avis'

/** Format by magic bytes; null if unsupported, so that no process starts. The process verifies it. */
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

const MAX_FILE_TYPE_BYTES = 256

/** Checks an `ftyp` box for an AVIF brand, major or compatible. */
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
