import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Code } from '../../domain/core/codes.ts'
import { imageLimits, imageSizes } from '../../domain/lib/image.ts'
import { usualBounds } from '../core/bounds.ts'
import { Refused } from '../core/errors.ts'
import { callerSignal, currentUser, makeFairSlots } from '../core/fair-slots.ts'

/** The files of a picture in the order of `imageSizes`, and the size of the largest in pixels. */
export type EncodedImage = { files: readonly Buffer[]; width: number; height: number }

/** Milliseconds. The largest honest picture takes two seconds; the decoder of a process that is killed ends with it. */
const MAX_DURATION_MS = 30_000

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
 * @throws Refused `IMAGE_NOT_SUPPORTED`, `IMAGE_ANIMATED`, `IMAGE_TOO_MANY_PIXELS`, `IMAGE_DAMAGED`
 */
export const encodeImage = async (bytes: Buffer): Promise<EncodedImage> => {
  const reason = whyNotImage(bytes)
  if (reason !== null) throw new Refused(reason)
  const giveTurn = await processes.acquire(currentUser(), undefined, callerSignal())
  try {
    const answer = await runProcess(bytes)
    if ('code' in answer) throw new Refused(answer.code)
    return { ...answer, files: answer.files.map(asBuffer) }
  } finally {
    giveTurn()
  }
}

type ProcessAnswer = { code: Code } | { files: readonly Uint8Array[]; width: number; height: number }

const script = fileURLToPath(new URL('./process-image.mjs', import.meta.url))

/** One that a signal ends was broken by its picture, or worked too long. @throws Error where it could not begin */
const runProcess = (bytes: Buffer): Promise<ProcessAnswer> =>
  new Promise((resolve, reject) => {
    const child = fork(script, [], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: [],
      env: environment,
    })
    const end = (answer: ProcessAnswer): void => {
      clearTimeout(timer)
      child.kill('SIGKILL')
      resolve(answer)
    }
    const timer = setTimeout(end, MAX_DURATION_MS, { code: 'IMAGE_DAMAGED' })
    child.once('message', (answer) => end(answer as ProcessAnswer))
    const fail = (error: Error): void => {
      clearTimeout(timer)
      reject(error)
    }
    child.once('error', fail)
    child.once('exit', (code, signal) => {
      if (signal === null) fail(new Error(`The process of an image ended with ${code}.`))
      else end({ code: 'IMAGE_DAMAGED' })
    })
    child.send({ bytes, sizes: [...imageSizes], pixels: imageLimits.pixels }, () => {})
  })

/** None of the server's secrets. Windows needs its own folder to load libraries. */
const environment = Object.fromEntries(
  ['SystemRoot', 'TMPDIR', 'TEMP'].flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  }),
)

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

/** Why bytes are no picture that is taken, by how they begin: what is sure to be refused starts no process. */
const whyNotImage = (bytes: Buffer): Code | null => {
  if (bytes.length === 0) return 'IMAGE_MISSING'
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return null
  if (startsWith(bytes, pngSignature)) return isAnimatedPng(bytes) ? 'IMAGE_ANIMATED' : null
  if (textAt(bytes, 0, 4) === 'RIFF' && textAt(bytes, 8, 4) === 'WEBP') return null
  if (textAt(bytes, 4, 4) === 'ftyp') {
    const brand = textAt(bytes, 8, 4)
    if (brand === 'avif' || brand === 'mif1') return null
    if (brand === 'avis') return 'IMAGE_ANIMATED'
  }
  return 'IMAGE_NOT_SUPPORTED'
}

const pngSignature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

const startsWith = (bytes: Buffer, signature: readonly number[]): boolean =>
  signature.every((byte, at) => bytes[at] === byte)

const textAt = (bytes: Buffer, at: number, length: number): string =>
  bytes.toString('latin1', at, at + length)

/** A chunk `acTL` before the pixels. The decoder would give the first picture of it without a word. */
const isAnimatedPng = (bytes: Buffer): boolean => {
  const chunkOverhead = 12
  for (let at = pngSignature.length; at + chunkOverhead <= bytes.length; ) {
    const type = textAt(bytes, at + 4, 4)
    if (type === 'acTL') return true
    if (type === 'IDAT') return false
    at += chunkOverhead + bytes.readUInt32BE(at)
  }
  return false
}
