import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { DemoCompany } from '../domain/users/user.ts'
import { buildApp } from './app.ts'
import { keepBilling } from './billing.ts'
import { keepClean } from './cleaning.ts'
import type { Config } from './config.ts'
import type { DatabaseLog } from './database/database-log.ts'
import { StartRefusal } from './database/start-refusal.ts'
import { prepareDemo } from './demo/prepare-demo.ts'
import { refuseBusyPort } from './free-port.ts'
import { keepSending } from './mail/keep-sending.ts'
import { openMailRoom } from './mail/open-mail-room.ts'
import { openContext } from './open-context.ts'

export type RunningServer = {
  url: string
  /** The logins of the demo company, where it lives. */
  demo: DemoCompany | null
  /** Ends streams, lets calls and a mail under way finish for a while, then closes the database. */
  stop: () => Promise<void>
}

const consoleFolder = fileURLToPath(new URL('../dist/console', import.meta.url))
const longestDrain = 10_000

/** Opens the database, brings it up to date and listens. @throws StartRefusal where the person at the terminal can help */
export const startServer = async (config: Config, log: DatabaseLog): Promise<RunningServer> => {
  await refuseBusyPort(config)
  const { context, close } = await openContext(config, log)
  try {
    const demo = await prepareDemo(context, config, log)
    const app = await buildApp(context, {
      demo,
      logger: { level: config.logLevel },
      consoleFolder: existsSync(`${consoleFolder}/index.html`) ? consoleFolder : null,
    })
    await app.listen({ host: config.host, port: config.port }).catch((error: Error) => {
      throw new StartRefusal(
        `Waybill cannot listen on ${config.host}, port ${config.port}: ${error.message}.`,
      )
    })
    const stopCleaning = keepClean(context, log)
    const stopBilling = keepBilling(context, log)
    const { port } = app.server.address() as AddressInfo
    const url = config.publicUrl ?? urlOf(config.host, port)
    const sending = keepSending(context, openMailRoom(config, url, log))
    const stop = async () => {
      stopCleaning()
      stopBilling()
      const drained = app.close()
      const timer = setTimeout(() => app.server.closeAllConnections(), longestDrain)
      await drained
      clearTimeout(timer)
      await sending.stop()
      await close()
    }
    return { demo, url, stop }
  } catch (error) {
    await close()
    throw error
  }
}

const urlOf = (host: string, port: number): string => {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
