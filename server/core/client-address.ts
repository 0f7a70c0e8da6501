import { isIP, isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * The key of rate limits: the client's address as a trusted proxy sends it, or the socket's. For IPv6 the network, since
 * a client with one address there has 2^64 of them.
 */
export const clientAddress = (request: FastifyRequest): string =>
  networkOf(request.ip) ?? networkOf(request.socket.remoteAddress ?? '') ?? 'unknown'

/** The client's whole address as a trusted proxy sends it, or the socket's; without what else a proxy may write there. */
export const peerAddress = (request: FastifyRequest): string =>
  [request.ip, request.socket.remoteAddress ?? ''].map(bare).find((address) => isIP(address) !== 0) ??
  'unknown'

/** Of one client. Null for what is no address: a proxy passes on whatever its client wrote. */
export const networkOf = (written: string): string | null => {
  const address = bare(written)
  if (isIP(address) === 0) return null
  if (isIPv4(address)) return address
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? []
  if (mapped !== undefined) return mapped
  const [before = '', after] = withoutDots(address).split('::')
  const groups = before === '' ? [] : before.split(':')
  const rest = after === undefined || after === '' ? [] : after.split(':')
  const whole =
    after === undefined ? groups : [...groups, ...Array(8 - groups.length - rest.length).fill('0'), ...rest]
  return `${whole
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/** Without the port, brackets and zone that some proxies write with it. */
const bare = (written: string): string => {
  const [text = ''] = written.trim().split('%', 1)
  return /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text
}

/** The last four bytes of an address may be written as those of IPv4. */
const withoutDots = (address: string): string =>
  address.replace(/(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.map(Number)
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  })
