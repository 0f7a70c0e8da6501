import { lookup as lookUp, Resolver } from 'node:dns/promises'
import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isAllowedUrl, isPublicAddress, type OutboundRules } from './address-rules.ts'

export type GuardedCall = {
  url: URL | string
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** Of the whole call, from the name to the last byte of the answer. */
  timeoutMs: number
  /** Bytes of the answer's body that are read; the connection is closed there. */
  maxBytes: number
  signal?: AbortSignal
  /** Tests only: the addresses of a name. */
  resolve?: (name: string) => Promise<string[]>
}

/** Why there is no answer. `ANSWER_INVALID`: it was not HTTP, or its headers were too long. */
export const callFailures = [
  'ADDRESS_FORBIDDEN',
  'NAME_NOT_FOUND',
  'CONNECTION_FAILED',
  'CERTIFICATE_INVALID',
  'ANSWER_INVALID',
  'TIMED_OUT',
  'ABORTED',
] as const

export type CallFailure = (typeof callFailures)[number]

/** `isCut`: the body was longer than `maxBytes`. */
export type GuardedAnswer =
  | { ok: true; status: number; headers: IncomingHttpHeaders; body: Buffer; isCut: boolean }
  | { ok: false; reason: CallFailure }

/**
 * Calls an address that a user gave. It cannot reach this machine or its network (unless the rules allow it): the addresses of a
 * name are checked as the connection is made with them, so that a name cannot change between check and call. Redirects are
 * answered, never followed; connections are not reused. Never throws.
 */
export const guardedFetch = (rules: OutboundRules, call: GuardedCall): Promise<GuardedAnswer> => {
  if (!URL.canParse(String(call.url))) return Promise.resolve({ ok: false, reason: 'ADDRESS_FORBIDDEN' })
  const url = new URL(call.url)
  if (!isAllowedUrl(url, rules)) return Promise.resolve({ ok: false, reason: 'ADDRESS_FORBIDDEN' })
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const { promise, resolve } = withResolver<GuardedAnswer>()
  const timeout = AbortSignal.timeout(call.timeoutMs)
  const signal = call.signal === undefined ? timeout : AbortSignal.any([timeout, call.signal])
  const fail = (error: unknown): void =>
    resolve({
      ok: false,
      reason: timeout.aborted ? 'TIMED_OUT' : signal.aborted ? 'ABORTED' : failureOf(error),
    })
  try {
    const body = call.body === undefined ? undefined : Buffer.from(call.body)
    const sent = request(url, {
      method: call.method ?? 'GET',
      headers: {
        'accept-encoding': 'identity',
        ...call.headers,
        ...(body === undefined ? {} : { 'content-length': String(body.length) }),
      },
      agent: false,
      signal,
      lookup: checkedLookup(rules, call.resolve ?? (rules.allowsPrivate ? resolveLocally : resolveByDns)),
    })
    let hasBegun = false
    sent.on('response', (answer) => {
      hasBegun = true
      readAnswer(answer, call.maxBytes).then(resolve, fail)
    })
    sent.on('error', fail)
    // A connection that ends without an answer or an error, as after 101.
    sent.on('close', () => hasBegun || fail(null))
    sent.end(body)
  } catch (error) {
    fail(error)
  }
  return promise
}

/** Reads up to `maxBytes`, then closes the connection. */
const readAnswer = async (answer: IncomingMessage, maxBytes: number): Promise<GuardedAnswer> => {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of answer as AsyncIterable<Buffer>) {
    parts.push(part)
    bytes += part.length
    // Leaving the loop destroys the answer with its connection.
    if (bytes > maxBytes) break
  }
  return {
    ok: true,
    status: answer.statusCode ?? 0,
    headers: answer.headers,
    body: Buffer.concat(parts).subarray(0, maxBytes),
    isCut: bytes > maxBytes,
  }
}

class ForbiddenAddress extends Error {}
class UnknownName extends Error {}

/** A `lookup` that gives no address which may not be called. One that may not is enough to refuse the name. */
const checkedLookup =
  (rules: OutboundRules, resolve: (name: string) => Promise<string[]>): LookupFunction =>
  (name, options, callback) => {
    const answer = async (): Promise<{ address: string; family: number }[]> => {
      const addresses = await resolve(name).catch(() => [])
      if (addresses.length === 0) throw new UnknownName()
      if (!rules.allowsPrivate && !addresses.every(isPublicAddress)) throw new ForbiddenAddress()
      return addresses.map((address) => ({ address, family: isIP(address) }))
    }
    answer().then(
      (all) => (options.all ? callback(null, all) : callback(null, all[0]!.address, all[0]!.family)),
      (error: Error) => callback(error, ''),
    )
  }

/** By DNS alone, without the thread pool: a name server that does not answer would hold up passwords and files there. */
const resolveByDns = async (name: string): Promise<string[]> => {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  const families = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  return families.flatMap((family) => (family.status === 'fulfilled' ? family.value : []))
}

/** Names of private networks may be in the hosts file only. */
const resolveLocally = async (name: string): Promise<string[]> =>
  (await lookUp(name, { all: true })).map(({ address }) => address)

const failureOf = (error: unknown): CallFailure => {
  if (error instanceof ForbiddenAddress) return 'ADDRESS_FORBIDDEN'
  if (error instanceof UnknownName) return 'NAME_NOT_FOUND'
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code !== 'string') return 'CONNECTION_FAILED'
  if (code.startsWith('HPE_')) return 'ANSWER_INVALID'
  return /CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_|ERR_TLS|HOSTNAME/.test(code)
    ? 'CERTIFICATE_INVALID'
    : 'CONNECTION_FAILED'
}

const withResolver = <Value>(): { promise: Promise<Value>; resolve: (value: Value) => void } => {
  let resolve: (value: Value) => void = () => {}
  const promise = new Promise<Value>((done) => {
    resolve = done
  })
  return { promise, resolve }
}
