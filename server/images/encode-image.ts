import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Code } from '../../domain/core/codes.ts'
import { imageLimits, imageSizes } from '../../domain/lib/image.ts'
import { usualBounds } from '../core/bounds.ts'
import { currentUser } from '../core/current-user.ts'
import { Refused } from '../core/errors.ts'
import { makeFairSlots } from '../core/fair-slots.ts'
import { whyNotImage } from './image-type.ts'

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
 * Decodes an uploaded picture and encodes it anew in every size, in a process of its own: a file that breaks its decoder,
 * or keeps it busy, harms nobody else. Nothing but the pixels gets through: no metadata, nothing hidden behind them.
 *
 * @throws Refused `IMAGE_NOT_SUPPORTED`, `IMAGE_ANIMATED`, `IMAGE_TOO_MANY_PIXELS`, `IMAGE_DAMAGED`
 */
export const encodeImage = async (bytes: Buffer): Promise<EncodedImage> => {
  const reason = whyNotImage(bytes)
  if (reason !== null) throw new Refused(reason)
  const giveTurn = await processes.acquire(currentUser())
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
