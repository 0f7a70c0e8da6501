import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { DemoCompany } from '../domain/users/user.ts'
import { buildApp } from './app.ts'
import { openBackupPlace } from './backup/backup-places.ts'
import type { Config } from './config/config.ts'
import { reachWarnings } from './config/reach-warnings.ts'
import { StartRefusal } from './core/errors.ts'
import type { ProcessLog } from './core/log.ts'
import type { DatabaseLog } from './db/connection-errors.ts'
import type { ServerContext } from './db/context.ts'
import { keepSending } from './mail/send-mails.ts'
import { openMailRoom } from './mail/transport.ts'
import { openContext } from './open-context.ts'
import { type OpenPort, refuseBusyPort } from './open-port.ts'
import {
  keepAsking,
  keepBackedUp,
  keepBilling,
  keepClean,
  keepFindable,
  keepForgetting,
  keepReminding,
  keepSummed,
  keepTallied,
} from './schedules.ts'
import { prepareDemo } from './seed/load-demo.ts'

export type RunningServer = {
  url: string
  /** Demo credentials, if loaded. */
  demo: DemoCompany | null
  /** Ends streams, drains calls and mails, then closes the database. */
  stop: () => Promise<void>
}

const consoleFolder = fileURLToPath(new URL('../dist/console', import.meta.url))
const embedFolder = fileURLToPath(new URL('../dist/embed', import.meta.url))
const longestDrain = 10_000
/** Milliseconds after the drain; statements waiting for locks are left to the database. */
const longestFarewell = 2_000

/** Opens and migrates the database and listens, on a given or new port. @throws StartRefusal if the operator can fix it */
export const startServer = async (
  config: Config,
  log: ProcessLog,
  port: OpenPort | null = null,
): Promise<RunningServer> => {
  for (const { says, step } of reachWarnings(config)) log.warn(`${says} ${step}`)
  if (port === null) await refuseBusyPort(config)
  const { context, close } = await openContext(config, log)
  try {
    await checkFiles(context, log)
    const demo = await prepareDemo(context, config, log)
    let url = config.publicUrl ?? ''
    context.origin = () => url
    const { traceEndpoint } = config
    const tracing =
      traceEndpoint === undefined
        ? null
        : await (await import('./tracing.ts')).openTracing(traceEndpoint, context.pool)
    const app = await buildApp(context, {
      demo,
      // Plugins' messages contain headers with the token, so they are not logged.
      logger: {
        level: config.logLevel,
        stream: log.stream,
        redact: { paths: ['busboyOptions', 'headers', 'req'], remove: true },
      },
      consoleFolder: existsSync(`${consoleFolder}/index.html`) ? consoleFolder : null,
      embedFolder: existsSync(`${embedFolder}/waybill-palette.js`) ? embedFolder : null,
      corsOrigins: config.corsOrigins,
      trustedProxies: config.trustedProxies,
      metricsToken: config.metricsToken,
      tracing,
      installation: config,
      singleSignOn: { providers: config.oidc, origin: () => url },
    })
    await app.listen({ host: config.host, port: config.port, ...port }).catch((error: Error) => {
      throw new StartRefusal(
        `Waybill cannot listen on ${config.host}, port ${config.port}: ${error.message}.`,
      )
    })
    const stopCleaning = keepClean(context, log)
    const stopBilling = keepBilling(context, log)
    const stopReminding = keepReminding(context, log)
    const stopTallying = keepTallied(context, log)
    const summing = keepSummed(context, log)
    const asking = keepAsking(context, log, () => app.intake.wake())
    const finding = keepFindable(context, log)
    const forgetting = keepForgetting(context, log)
    const { every, keep } = config.backups
    const backing =
      every === null ? null : keepBackedUp(context, { place: openBackupPlace(config), every, keep }, log)
    const address = app.server.address() as AddressInfo
    url = config.publicUrl ?? urlOf(config.host, address.port)
    const sending = keepSending(context, openMailRoom(config, url, log))
    const stop = async () => {
      stopCleaning()
      stopBilling()
      stopReminding()
      stopTallying()
      const timer = setTimeout(() => app.server.closeAllConnections(), longestDrain)
      await atMost(longestDrain + longestFarewell, app.close())
      clearTimeout(timer)
      await atMost(
        longestFarewell,
        Promise.all([
          sending.stop(),
          summing.stop(),
          finding.stop(),
          asking.stop(),
          forgetting.stop(),
          backing?.stop(),
          tracing?.stop(),
        ]),
      )
      await close()
    }
    return { demo, url, stop }
  } catch (error) {
    await close()
    throw error
  }
}

/** An unreachable bucket does not prevent the start. @throws StartRefusal if it refuses access */
const checkFiles = async ({ files }: ServerContext, log: DatabaseLog): Promise<void> => {
  const problem = await files.findProblem()
  if (problem === null) return
  if (!problem.isUnreachable) throw new StartRefusal(`${problem.reason} Check FILES_URL.`)
  log.warn(`${problem.reason} Until it does, pictures are neither shown nor stored.`)
}

const atMost = (milliseconds: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, sleep(milliseconds, undefined, { ref: false })])

const urlOf = (host: string, port: number): string => {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`
}
