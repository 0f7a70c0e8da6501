import os from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { PackedPiece } from './pack-lines.ts'
import { movedBy, type TaskName, type Told, tasks } from './tasks.ts'
import { ownThread } from './thread-time.ts'

// On Linux this is the thread's own: while calls want the processors, a file waits. Elsewhere it would be the server's.
if (process.platform === 'linux') os.setPriority(5)

/** One worker, one task: whatever a file leaves behind in memory ends with it. */
const { name, args } = workerData as { name: TaskName; args: unknown[] }
const run = tasks[name] as (...args: unknown[]) => Promise<{ answer: unknown; rest?: Iterable<PackedPiece> }>
const tell = (told: Told, moved: ArrayBuffer[] = []): void => parentPort!.postMessage(told, moved)

tell({ thread: ownThread() })

run(...args).then(({ answer, rest = [] }) => {
  tell({ answer }, movedBy(name, answer))
  for (const piece of rest) tell({ piece }, 'lines' in piece ? [piece.lines.buffer as ArrayBuffer] : [])
  tell({ ended: true })
})
