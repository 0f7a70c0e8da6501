import { BlockList, isIP } from 'node:net'

/** Which addresses of others this installation may call. */
export type OutboundRules = {
  /** Whether `http:` is refused. */
  isHttpsOnly: boolean
  /** Whether this machine and private networks may be called. */
  allowsPrivate: boolean
}

/** Used where the installation says nothing else. */
export const strictRules: OutboundRules = { isHttpsOnly: true, allowsPrivate: false }

/** Networks of IPv4 that are not the public internet (IANA's special-purpose registry), with addresses of metadata services. */
const closed4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  // With 169.254.169.254, the metadata of most clouds.
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // Azure's host agent, on a public address.
  ['168.63.129.16', 32],
] as const

/** Of IPv6 only 2000::/3 is public, without these: tunnels that contain IPv4 addresses, protocols and examples. */
const closed6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const closed = new BlockList()
for (const [network, bits] of closed4) closed.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of closed6) closed.addSubnet(network, bits, 'ipv6')

const public6 = new BlockList()
public6.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address is on the public internet: neither loopback, private, link-local nor of a cloud's metadata. */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return !closed.check(address, 'ipv4')
  return family === 6 && public6.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}

/** Of a URL with an IP address as host; null for a name. */
export const addressOf = ({ hostname }: URL): string | null => {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(bare) === 0 ? null : bare
}

/**
 * Whether a URL may be called, as far as it shows itself: the addresses of a name are checked by `guardedFetch` when it
 * connects. `new URL` has already written `0x7f.1` and the like as an address.
 */
export const isAllowedUrl = (url: URL, { isHttpsOnly, allowsPrivate }: OutboundRules): boolean => {
  if (url.protocol !== 'https:' && (isHttpsOnly || url.protocol !== 'http:')) return false
  if (url.username !== '' || url.password !== '') return false
  if (allowsPrivate) return true
  const address = addressOf(url)
  return address === null ? !/(^|\.)localhost\.?$/i.test(url.hostname) : isPublicAddress(address)
}
