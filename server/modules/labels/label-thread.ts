import os from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { Label } from '../../../domain/labels/label.ts'
import { drawLabel, type LabelLook } from './draw-labels.ts'

/** A chunk of a call's labels. */
export type DrawTask = { labels: readonly Label[]; look: LabelLook }

/** `DrawnLabel`s as JSON without the list's brackets, or the error. */
export type DrawAnswer = { json: Uint8Array } | { failure: string }

// Linux has thread priorities: API calls go first. Elsewhere this would affect the whole process.
if (process.platform === 'linux') os.setPriority(5)

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
