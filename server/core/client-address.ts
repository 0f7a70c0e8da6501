import { isIP, isIPv4 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * Key of rate limits: address from a trusted proxy, or of the socket. For IPv6 the network, since a client has 2^64 addresses.
 */
export const clientAddress = (request: FastifyRequest): string =>
  networkOf(request.ip) ?? networkOf(request.socket.remoteAddress ?? '') ?? 'unknown'

/** The complete client address from a trusted proxy, or of the socket; without a port. */
export const peerAddress = (request: FastifyRequest): string =>
  [request.ip, request.socket.remoteAddress ?? ''].map(bare).find((address) => isIP(address) !== 0) ??
  'unknown'

/** Network of an address. Null for other texts, which proxies may pass on. */
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

/** Strips port, brackets and zone. */
const bare = (written: string): string => {
  const [text = ''] = written.trim().split('%', 1)
  return /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text
}

/** Converts a dotted IPv4 suffix. */
const withoutDots = (address: string): string =>
  address.replace(/(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.map(Number)
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
  })
