import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { listProcesses } from '../../../server/db/embedded/orphan-processes.ts'
import buildAll from '../../support/console/build-console.ts'

let dataDir: string
beforeAll(() => buildAll())
beforeEach(() => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'waybill-npm-'))
  chmodSync(dataDir, 0o711)
})
const started: ChildProcess[] = []
afterEach(async () => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
  for (const { pid } of left()) process.kill(pid, 'SIGKILL')
  await expect.poll(left).toEqual([])
  rmSync(dataDir, { recursive: true, force: true })
})

/** `npm start` on this folder, as a command before it makes it start. */
const startNpm = async (before: string[] = []) => {
  const [command = 'npm', ...rest] = [...before, 'npm', 'start']
  const child = spawn(command, rest, {
    env: {
      ...process.env,
      NODE_ENV: 'development',
      DATABASE_URL: '',
      FILES_URL: '',
      DATA_DIR: dataDir,
      HOST: '127.0.0.1',
      PORT: '0',
      DEMO: '0',
      npm_config_update_notifier: 'false',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said += text
    })
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  await expect.poll(() => said, { timeout: 90_000 }).toMatch(/ready: http/)
  return { child, ended, said: () => said }
}

/** What runs on this folder. */
const left = () => listProcesses().filter(({ command }) => command.includes(` -D ${dataDir}/`))
const databaseLog = () => readFileSync(path.join(dataDir, 'postgres.log'), 'utf8')

const expectCleanEnd = async () => {
  await expect.poll(left, { timeout: 20_000 }).toEqual([])
  expect(databaseLog().trimEnd()).toMatch(/database system is shut down$/)
  expect(readdirSync(path.join(dataDir, 'claims'))).toEqual([])
}

it.each(['SIGTERM', 'SIGINT'] as const)(
  'npm passes %s on and waits until the database has shut down',
  async (signal) => {
    const { child, ended } = await startNpm()
    child.kill(signal)
    expect(await ended).toBe(0)
    expect(left()).toEqual([])
    await expectCleanEnd()
  },
)

it.each(['SIGHUP', 'SIGKILL'] as const)(
  'the server ends by itself where npm was ended by %s',
  async (signal) => {
    const { child, ended } = await startNpm()
    child.kill(signal)
    await ended
    await expectCleanEnd()
  },
)

it('ends cleanly where npm is process 1 of its namespace, and its next start recovers nothing', async () => {
  const alone = ['unshare', '--pid', '--fork', '--kill-child', '--mount-proc']
  if (spawnSync(alone[0]!, [...alone.slice(1), 'true']).status !== 0)
    return console.warn('NOT TRIED: this machine lets this user make no process namespace.')
  const first = await startNpm(alone)
  process.kill(childOf(first.child.pid!), 'SIGTERM')
  await first.ended
  await expectCleanEnd()
  const second = await startNpm(alone)
  expect(databaseLog()).not.toMatch(/was not properly shut down|was interrupted|automatic recovery/)
  process.kill(childOf(second.child.pid!), 'SIGTERM')
  await second.ended
  await expectCleanEnd()
})

const childOf = (pid: number): number =>
  Number(
    execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
      .trim()
      .split('\n')[0],
  )
