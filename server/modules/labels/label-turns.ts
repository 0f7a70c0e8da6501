import { Worker } from 'node:worker_threads'
import type { DrawnLabel, Label } from '../../../domain/labels/label.ts'
import { usualBounds } from '../../core/bounds.ts'
import { callerSignal, currentUser, makeFairSlots, refuseLeft } from '../../core/fair-slots.ts'
import { workerScript } from '../../threads/worker-script.ts'
import type { LabelLook } from './draw-labels.ts'
import type { DrawAnswer, DrawTask } from './label-thread.ts'

/** Calls that draw labels concurrently: their chunks alternate in one thread. Further calls wait without using memory. */
export const labelTurns = makeFairSlots({
  slots: 4,
  slotsPerUser: 2,
  waitingPerUser: usualBounds.waitingSpreadsheets,
})

/** Labels per chunk, after which other calls and disconnects are considered. */
const LABELS_A_PIECE = 10

type Draw = (labels: readonly Label[], look: LabelLook) => Promise<Buffer>

/**
 * Runs a call that draws labels, in fair turn. `draw` returns `{items: DrawnLabel[]}` as JSON; stops when the caller
 * disconnects. @throws Refused `TOO_MANY_CALLS`, `CANCELLED`
 */
export const inLabelTurn = async <Answer>(work: (draw: Draw) => Promise<Answer>): Promise<Answer> => {
  const left = callerSignal()
  const giveTurn = await labelTurns.acquire(currentUser(), undefined, left)
  const draw: Draw = async (labels, look) => {
    const parts: Uint8Array[] = []
    for (let at = 0; at < labels.length; at += LABELS_A_PIECE) {
      refuseLeft(left)
      parts.push(Buffer.from(at === 0 ? '' : ','))
      parts.push(await drawPiece({ labels: labels.slice(at, at + LABELS_A_PIECE), look }))
    }
    return Buffer.concat([Buffer.from('{"items":['), ...parts, Buffer.from(']}')])
  }
  try {
    return await work(draw)
  } finally {
    giveTurn()
  }
}

/** The first label's SVG in the result of `draw`. */
export const firstDrawing = (drawn: Buffer): string =>
  (JSON.parse(drawn.toString()) as { items: DrawnLabel[] }).items[0]?.svg ?? ''

type LabelThread = { draw: (task: DrawTask) => Promise<Uint8Array> }

let thread: Promise<LabelThread> | null = null

/** Milliseconds without work after which the thread is ended. */
const IDLE_MS = 60_000

const drawPiece = async (task: DrawTask): Promise<Uint8Array> => {
  thread ??= openThread().catch((error: unknown) => {
    thread = null
    throw error
  })
  return (await thread).draw(task)
}

type Waiting = { resolve: (json: Uint8Array) => void; reject: (error: Error) => void }

/** A worker thread that answers in order of requests. */
const openThread = async (): Promise<LabelThread> => {
  const script = await workerScript('label-thread')
  const worker = new Worker(script, {
    eval: typeof script === 'string',
    resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 6 },
    // Inherited flags would register a TypeScript loader.
    execArgv: [],
  })
  // An idle thread must not keep the process alive.
  worker.unref()
  const waiting: Waiting[] = []
  let isOver = false
  const end = (error: Error): void => {
    if (isOver) return
    isOver = true
    clearTimeout(idle)
    thread = null
    for (const { reject } of waiting.splice(0)) reject(error)
    void worker.terminate()
  }
  const idle = setTimeout(() => end(new Error('the thread of labels was idle')), IDLE_MS).unref()
  worker.on('message', (answer: DrawAnswer) => {
    const { resolve, reject } = waiting.shift()!
    if ('json' in answer) resolve(answer.json)
    else reject(new Error(`a label could not be drawn: ${answer.failure}`))
  })
  worker.once('error', end)
  worker.once('exit', () => end(new Error('the thread of labels ended')))
  return {
    draw: (task) =>
      new Promise((resolve, reject) => {
        idle.refresh()
        waiting.push({ resolve, reject })
        worker.postMessage(task)
      }),
  }
}
