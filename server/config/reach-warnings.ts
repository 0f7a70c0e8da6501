import type { Config } from './config.ts'

/** What is missing for people who reach the server from elsewhere. */
export type ReachWarning = { subject: 'links' | 'proxy' | 'mail'; says: string; step: string }

type Given = Pick<Config, 'exposure' | 'publicUrl' | 'trustedProxies' | 'smtpUrl' | 'host'>

/** Told at the start, and by the doctor; none on a machine of one's own. */
export const reachWarnings = ({
  exposure,
  publicUrl,
  trustedProxies,
  smtpUrl,
  host,
}: Given): ReachWarning[] => {
  const isReached = exposure ?? (trustedProxies.length > 0 ? 'TRUSTED_PROXIES is set' : null)
  if (isReached === null) return []
  const found: ReachWarning[] = []
  if (publicUrl === null) {
    found.push({
      subject: 'links',
      says: `${isReached}, and PUBLIC_URL is not set: links would lead to the listening address.`,
      step: 'Set PUBLIC_URL to the origin that people open, as https://waybill.example.',
    })
  } else if (isLocal(publicUrl)) {
    found.push({
      subject: 'links',
      says: `${isReached}, and PUBLIC_URL is ${publicUrl}: links would lead people to their own machine.`,
      step: 'Set PUBLIC_URL to the origin that people open, as https://waybill.example.',
    })
  } else if (publicUrl.startsWith('http:')) {
    found.push({
      subject: 'links',
      says: `PUBLIC_URL is ${publicUrl}: passwords would travel readable.`,
      step: 'Put a proxy with TLS before Waybill, and begin PUBLIC_URL with https://.',
    })
  }
  if (trustedProxies.length === 0) {
    found.push({
      subject: 'proxy',
      says: 'TRUSTED_PROXIES is not set: behind a proxy all people share the limits of its address.',
      step: 'Set it to the address of the proxy, as 127.0.0.1; leave it if there is none.',
    })
  } else if (isAnyAddress(host) && trustedProxies.every((one) => /^(127\.|::1)/.test(one))) {
    found.push({
      subject: 'proxy',
      says: `The proxy is on this machine, and HOST is ${host}: others can go around it.`,
      step: 'Set HOST=127.0.0.1.',
    })
  }
  if (smtpUrl === undefined) {
    found.push({
      subject: 'mail',
      says: 'SMTP_URL is not set: mails are written to files of the data folder.',
      step: 'Set SMTP_URL (or SMTP_URL_FILE): nobody gets a link to confirm an address.',
    })
  }
  return found
}

export const isLocal = (origin: string | null): boolean =>
  origin === null || /^https?:\/\/(localhost|127\.|\[::1\])/.test(origin)

const isAnyAddress = (host: string): boolean => host === '0.0.0.0' || host === '::'
