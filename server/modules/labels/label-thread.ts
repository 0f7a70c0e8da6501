import { parentPort } from 'node:worker_threads'
import type { Label } from '../../../domain/labels/label.ts'
import { yieldToCalls } from '../../threads/yield-to-calls.ts'
import { drawLabel, type LabelLook } from './draw-labels.ts'

/** A chunk of a call's labels. */
export type DrawTask = { labels: readonly Label[]; look: LabelLook }

/** `DrawnLabel`s as JSON without the list's brackets, or the error. */
export type DrawAnswer = { json: Uint8Array } | { failure: string }

yieldToCalls()

const draw = ({ labels, look }: DrawTask): DrawAnswer => {
  try {
    const items = labels.map((label) => JSON.stringify({ ...label, svg: drawLabel(label, look) }))
    return { json: new TextEncoder().encode(items.join()) }
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

parentPort!.on('message', (task: DrawTask) => {
  const answer = draw(task)
  parentPort!.postMessage(answer, 'json' in answer ? [answer.json.buffer as ArrayBuffer] : [])
})
