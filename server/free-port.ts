import net from 'node:net'
import type { Config } from './config/config.ts'
import { StartRefusal } from './db/connection-errors.ts'

/** Looks before the database is started whether the port can be had, so that a busy one costs no wait. */
export const refuseBusyPort = ({ host, port }: Pick<Config, 'host' | 'port'>): Promise<void> =>
  new Promise((resolve, reject) => {
    const probe = net.createServer()
    probe.once('error', ({ code, message }: NodeJS.ErrnoException) =>
      reject(new StartRefusal(sentences[code ?? '']?.(host, port) ?? `${host}:${port}: ${message}.`)),
    )
    probe.listen({ host, port }, () => probe.close(() => resolve()))
  })

const sentences: Record<string, (host: string, port: number) => string> = {
  EADDRINUSE: (_, port) =>
    `Port ${port} is in use: stop what listens there, or set PORT to another one (PORT=0 picks one).`,
  EACCES: (_, port) => `This user may not listen on port ${port}: set PORT to one above 1023.`,
  EADDRNOTAVAIL: (host) => `HOST is ${host}, which is no address of this machine.`,
  ENOTFOUND: (host) => `HOST is ${host}, which is no address of this machine.`,
}
