import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const START_TIMEOUT_MS = 90_000

/** A server process as in production, without demo data. */
export type Instance = { url: string; pid: number; end: (signal: NodeJS.Signals) => Promise<void> }

/** Builds the server if stale; call once before the first instance. */
export const buildServer = async (): Promise<void> => {
  const { ensureServer } = await import(pathToFileURL(path.join(root, 'scripts/lib/server-build.mjs')).href)
  await ensureServer()
}

export const startInstance = async (databaseUrl: string): Promise<Instance> => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'waybill-instance-'))
  const child = spawn(process.execPath, ['dist/server/main.js'], {
    cwd: root,
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      FILES_URL: '',
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: '0',
      DEMO: '0',
      NODE_ENV: 'development',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => {
      rmSync(dataDir, { recursive: true, force: true })
      resolve()
    })
  })
  const abandon = () => child.kill('SIGKILL')
  process.once('exit', abandon)
  exited.then(() => process.off('exit', abandon))
  const url = await new Promise<string>((resolve, reject) => {
    let output = ''
    const fail = (why: string) => {
      child.kill('SIGKILL')
      reject(new Error(`${why}:\n${output}`))
    }
    const timer = setTimeout(() => fail('not ready in time'), START_TIMEOUT_MS)
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        output += text
        const [, found] = /ready: (http\S+)/.exec(output) ?? []
        if (found === undefined) return
        clearTimeout(timer)
        resolve(found)
      })
    exited.then(() => fail('ended before it was ready'))
  })
  return {
    url,
    pid: child.pid!,
    end: async (signal) => {
      child.kill(signal)
      await exited
    },
  }
}
