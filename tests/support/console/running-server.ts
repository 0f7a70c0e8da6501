import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, readFileSync } from 'node:fs'

export type RunningServer = {
  url: string
  /** Links mailed to an address, oldest first; without a mail server the server logs them. */
  mailedTo: (address: string) => string[]
  stop: () => Promise<void>
}

/** Default number of the demo company's orders. */
export const usualOrders = 600

/** Data folder with demo data (`usualOrders`), made once before the workers; each server copies it. */
const seededFolder = (): string | undefined => process.env.SEEDED_DATA

/**
 * Starts a server with embedded PostgreSQL, a temporary data folder and demo data of that many orders. Resolves when it
 * listens. `settings`: environment variables; output also goes to the file `output`.
 */
export const startServer = (
  demoOrders: number,
  settings: Record<string, string> = {},
  output?: string,
): Promise<RunningServer> => {
  const seeded = seededFolder()
  const canCopy = seeded !== undefined && demoOrders === usualOrders && settings.DEMO === undefined
  return startOn(canCopy ? [`--copy-of=${seeded}`] : [], demoOrders, settings, output)
}

/** A server started by another process, whose output is in the file `output`. */
export type SharedServer = { url: string; output: string }

export const sharedServer = ({ url, output }: SharedServer): Omit<RunningServer, 'stop'> => ({
  url,
  mailedTo: (address) => mailsIn(readFileSync(output, 'utf8'), address),
})

/** Makes the data folder that `startServer` copies. */
export const seedFolder = async (folder: string): Promise<void> => {
  const server = await startOn([`--data=${folder}`], usualOrders)
  await server.stop()
}

const startOn = async (
  dataArguments: readonly string[],
  demoOrders: number,
  settings: Record<string, string> = {},
  output?: string,
): Promise<RunningServer> => {
  const server = spawn(process.execPath, ['scripts/serve-for-tests.mjs', ...dataArguments], {
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: '0',
      // Lets tests set a client address, which has its own rate limits.
      TRUSTED_PROXIES: '127.0.0.1',
      DEMO: '1',
      DEMO_ORDERS: String(demoOrders),
      ...settings,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [server.stdout, server.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
      if (output !== undefined) appendFileSync(output, text)
    })
  }
  const url = await new Promise<string>((resolve, reject) => {
    server.stdout.on('data', () => {
      const ready = /Waybill is ready: (\S+)/.exec(said)
      if (ready) resolve(ready[1]!)
    })
    server.once('exit', (code) =>
      reject(new Error(`The server ended (${code}) before it was ready:\n${said}`)),
    )
  })
  return { url, mailedTo: (address) => mailsIn(said, address), stop: () => stop(server) }
}

const mailsIn = (said: string, address: string): string[] =>
  [...said.matchAll(/^Mail to (\S+), ".*": (\S+)$/gm)].flatMap(([, to, link]) =>
    to === address && link !== undefined ? [link] : [],
  )

/** SIGTERM ends the database too; SIGKILL would leave it running. */
const stop = async (server: ChildProcess): Promise<void> => {
  if (server.exitCode !== null || server.signalCode !== null) return
  // Not `exit`, after which output may follow.
  const ended = once(server, 'close')
  server.kill('SIGTERM')
  await ended
}
