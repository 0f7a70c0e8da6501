import os from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { Label } from '../../../domain/labels/label.ts'
import { drawLabel, type LabelLook } from './draw-labels.ts'

/** Some labels of a call. */
export type DrawTask = { labels: readonly Label[]; look: LabelLook }

/** `DrawnLabel`s as the JSON of a list without its brackets, or why there are none. */
export type DrawAnswer = { json: Uint8Array } | { failure: string }

// On Linux this is the thread's own: while calls want the processors, labels wait. Elsewhere it would be the server's.
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
