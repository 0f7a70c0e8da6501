import { existsSync, readFileSync } from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import type { Config } from './config/config.ts'
import { StartRefusal } from './core/errors.ts'

type Address = Pick<Config, 'host' | 'port'>

/** Passed to `listen`, which accepts an open server's handle. */
export type OpenPort = { host: string; _handle: object }

const unprivilegedPorts = '/proc/sys/net/ipv4/ip_unprivileged_port_start'

/** Whether only root may open the port. */
export const isPrivileged = (port: number): boolean =>
  port !== 0 &&
  port < (existsSync(unprivilegedPorts) ? Number(readFileSync(unprivilegedPorts, 'utf8')) : 1024)

/** Opens the port for a later, unprivileged server. Connections before that are closed. */
export const openPort = async (address: Address): Promise<OpenPort> => {
  const server = await listen(address)
  server.on('connection', (socket) => socket.resetAndDestroy())
  const { _handle } = server as unknown as OpenPort
  // The address: for a host name, Fastify would listen on further addresses with the same handle.
  return { host: (server.address() as AddressInfo).address, _handle }
}

/** Checks the port before the database starts. */
export const refuseBusyPort = async (address: Address): Promise<void> => {
  const probe = await listen(address)
  await new Promise((resolve) => probe.close(resolve))
}

/** @throws StartRefusal */
const listen = ({ host, port }: Address): Promise<net.Server> =>
  new Promise((resolve, reject) => {
    const server = net.createServer()
    server.once('error', ({ code, message }: NodeJS.ErrnoException) =>
      reject(new StartRefusal(sentences[code ?? '']?.(host, port) ?? `${host}:${port}: ${message}.`)),
    )
    server.listen({ host, port }, () => resolve(server))
  })

const sentences: Record<string, (host: string, port: number) => string> = {
  EADDRINUSE: (_, port) =>
    `Port ${port} is in use: stop what listens there, or set PORT to another one (PORT=0 picks one).`,
  EACCES: (_, port) => `This user may not listen on port ${port}: set PORT to one above 1023.`,
  EADDRNOTAVAIL: (host) => `HOST is ${host}, which is no address of this machine.`,
  ENOTFOUND: (host) => `HOST is ${host}, which is no address of this machine.`,
}
