import { setInterval as every } from 'node:timers'
import { readConfig } from './config/config.ts'
import { describeBug } from './core/describe-bug.ts'
import { makeLog, type ProcessLog } from './core/log.ts'
import { dropRoot } from './drop-root.ts'
import { isPrivileged, type OpenPort, openPort } from './open-port.ts'
import { sentenceOf } from './problems/sentence-of.ts'
import { type RunningServer, startServer } from './start.ts'

let log: ProcessLog = makeLog('text')

/** `npm start`: runs until a signal, or until its parent npm ends; also during the start. */
const main = async (): Promise<void> => {
  const startedAt = performance.now()
  const asked = stopSignal()
  const config = readConfig(process.env)
  log = makeLog(config.logFormat)
  let port: OpenPort | null = null
  await dropRoot(config, log, async () => {
    if (isPrivileged(config.port)) port = await openPort(config)
  })
  const server = await startServer(config, log, port)
  say(server, config.logFormat, performance.now() - startedAt)
  await asked
  await server.stop()
}

/** Milliseconds. A terminal signals npm and this process, and npm forwards it: counts once. */
const ONE_SIGNAL_MS = 500
const MAX_ORPHANED_MS = 500

/** Resolves on a stop signal. A second signal exits at once. */
const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    let askedAt: number | null = null
    const ask = (): void => {
      const at = performance.now()
      if (askedAt !== null && at - askedAt > ONE_SIGNAL_MS) process.exit(1)
      askedAt ??= at
      resolve()
    }
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, ask)
    if (process.env.npm_lifecycle_event !== 'start') return
    const { ppid } = process
    const watch = every(() => {
      if (process.ppid === ppid) return
      clearInterval(watch)
      ask()
    }, MAX_ORPHANED_MS)
    watch.unref()
  })

const say = ({ url, demo }: RunningServer, format: string, milliseconds: number): void => {
  if (format === 'text') return void process.stdout.write(`${readyText({ url, demo })}\n`)
  log.info(`Waybill is ready: ${url} after ${(milliseconds / 1_000).toFixed(1)} s`)
  for (const { email, role } of demo?.logins ?? [])
    log.info(`Demo login: ${email}, ${role}, password ${demo?.password}`)
}

const readyText = ({ url, demo }: Pick<RunningServer, 'url' | 'demo'>): string => {
  if (demo === null) return `\nWaybill is ready: ${url}\n`
  const width = Math.max(...demo.logins.map(({ email }) => email.length))
  const lines = demo.logins.map(({ email, role }) => `  ${email.padEnd(width)}  ${role}`)
  return [`\nWaybill is ready: ${url}`, `\nDemo logins, password ${demo.password}:`, ...lines, ''].join('\n')
}

/** Prints one sentence for the operator; for a bug, the stack. */
const fail = (error: unknown): never => {
  const sentence = sentenceOf(error)
  if (sentence !== null) log.fatal(sentence)
  else if (log.format === 'json') log.fatal('a bug', { bug: describeBug(error) })
  else console.error(error)
  process.exit(1)
}

process.on('unhandledRejection', fail)
process.on('uncaughtException', fail)
await main().then(() => process.exit(0), fail)
