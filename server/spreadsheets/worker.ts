import { parentPort, workerData } from 'node:worker_threads'
import { type TaskName, tasks } from './tasks.ts'

/** One worker, one task: whatever a file leaves behind in memory ends with it. */
const { name, args } = workerData as { name: TaskName; args: unknown[] }
const run = tasks[name] as (...args: unknown[]) => Promise<unknown>
parentPort!.postMessage(await run(...args))
