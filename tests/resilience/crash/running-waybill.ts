import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import buildAll from '../../support/console/build-console.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const START_TIMEOUT_MS = 90_000
let isBuilt = false

/** A server started as `npm start` starts it, on any free port and without the demo company. */
export interface RunningWaybill {
  url: string
  pid: number
  /** From the spawn to the line that it is ready. */
  startedIn: number
  /** Sends the signal, waits for the process to end, and gives its exit code; null where the signal ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

export async function startWaybill(dataDir: string): Promise<RunningWaybill> {
  // Build first: `npm start` would build within its start timeout.
  if (!isBuilt) buildAll()
  isBuilt = true
  const startedAt = performance.now()
  const { DATABASE_URL: _, FILES_URL: __, ...env } = process.env
  const child = spawn(process.execPath, ['scripts/start.mjs'], {
    cwd: root,
    env: { ...env, NODE_ENV: 'development', DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: '0', DEMO: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    const timer = setTimeout(() => fail('not ready in time'), START_TIMEOUT_MS)
    const fail = (why: string) => {
      clearTimeout(timer)
      child.kill('SIGTERM')
      reject(new Error(`${why}:\n${output}`))
    }
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        output += text
        const [, found] = /ready: (http\S+)/.exec(output) ?? []
        if (!found) return
        clearTimeout(timer)
        resolve(found)
      })
    }
    exited.then(() => fail('ended before it was ready'))
  })
  return {
    url,
    pid: child.pid!,
    startedIn: performance.now() - startedAt,
    end: async (signal) => {
      child.kill(signal)
      return exited
    },
  }
}
