import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { Bucket } from '../config/config.ts'
import { Refused } from '../core/errors.ts'
import type { StoreProblem } from './file-store.ts'

type CallKind = 'read' | 'write' | 'list'

/** Milliseconds. Pictures are written within a transaction: 9 s is below the lock timeout of those waiting. */
export const usualTimeouts: Record<CallKind, { oneTry: number; allTries: number }> = {
  read: { oneTry: 3_000, allTries: 7_000 },
  write: { oneTry: 5_000, allTries: 9_000 },
  list: { oneTry: 10_000, allTries: 30_000 },
}

const MAX_TRIES = 4
const MIN_PAUSE_MS = 100

type CallOptions = {
  bytes?: Buffer
  /** A file's content in place of `bytes`, sent as it is read; with its SHA-256 in hex. */
  file?: { content: Blob; sha256: string }
  headers?: Record<string, string>
  /** A file that takes the answer as it comes, in place of the returned bytes. */
  into?: string
  isMaybeMissing?: boolean
  /** Milliseconds for all tries and for one, in place of those of the kind: a file takes as long as its size. */
  timeout?: number
}

/**
 * An S3 request with retries of temporary failures. Bodies are buffered completely, so that truncated ones are retried and
 * never cached.
 */
export type Call = (
  kind: CallKind,
  method: string,
  path: string,
  options?: CallOptions,
) => Promise<Buffer | null>

export const makeCaller = (bucket: Bucket, timeouts = usualTimeouts): Call => {
  const { origin, name, region, accessKeyId, secretAccessKey } = bucket
  const signer = new AwsClient({
    accessKeyId,
    secretAccessKey,
    service: 's3',
    ...(region === undefined ? {} : { region }),
  })

  const tryOnce = async (
    method: string,
    path: string,
    { bytes, file, headers = {}, into, isMaybeMissing = false }: CallOptions,
    signal: AbortSignal,
  ): Promise<Buffer | null> => {
    const request = await signer.sign(`${origin}/${name}${path}`, {
      method,
      headers: { ...headers, 'x-amz-content-sha256': file?.sha256 ?? sha256(bytes ?? '') },
      // Redirects (wrong host or region) would send the signature elsewhere.
      redirect: 'manual',
      signal,
      ...(file !== undefined
        ? { body: file.content }
        : bytes === undefined
          ? {}
          : { body: new Uint8Array(bytes) }),
    })
    const answer = await fetch(request)
    if (answer.ok && into !== undefined && answer.body !== null) {
      await pipeline(answer.body, createWriteStream(into, { mode: 0o600 }))
      return Buffer.alloc(0)
    }
    const body = Buffer.from(await answer.arrayBuffer())
    if (answer.ok) return body
    const code = errorCode(body)
    if (answer.status === 404 && isMaybeMissing && code !== 'NoSuchBucket') return null
    throw new BucketError(`${answer.status}${code === null ? '' : ` ${code}`}`, answer.status)
  }

  return async (kind, method, path, options = {}) => {
    const { timeout } = options
    const { oneTry, allTries } =
      timeout === undefined ? timeouts[kind] : { oneTry: timeout, allTries: timeout }
    const end = AbortSignal.timeout(allTries)
    for (let tries = 1; ; tries++) {
      try {
        return await tryOnce(method, path, options, AbortSignal.any([AbortSignal.timeout(oneTry), end]))
      } catch (error) {
        const failure = asBucketError(error)
        if (!failure.isTemporary || tries === MAX_TRIES || end.aborted)
          throw unavailable(`${method}: ${failure.message}`, failure)
        await sleep(Math.random() * MIN_PAUSE_MS * 2 ** tries)
      }
    }
  }
}

/** A refused request or lost connection. The message has nothing of the request, whose headers contain the key. */
class BucketError extends Error {
  /** Whether a retry may succeed. */
  readonly isTemporary: boolean

  /** `status`: absent without an answer. */
  constructor(message: string, status?: number) {
    super(message)
    this.isTemporary = status === undefined || temporaryStatuses.has(status)
  }
}

const temporaryStatuses = new Set([408, 429, 500, 502, 503, 504])

/** @throws the error itself if it is a bug */
const asBucketError = (error: unknown): BucketError => {
  if (error instanceof BucketError) return error
  const { name, cause } = error as Error
  if (name === 'TimeoutError') return new BucketError('no answer in time')
  // `fetch` throws these for failed connections.
  if (!(error instanceof TypeError) || !(cause instanceof Error)) throw error
  return new BucketError('code' in cause ? String(cause.code) : cause.message)
}

export const unavailable = (reason: string, cause?: BucketError): Refused =>
  new Refused('FILES_UNAVAILABLE', { reason, cause })

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')

const listPath = (prefix: string, parameters: Record<string, string>): string =>
  `/?${new URLSearchParams({ 'list-type': '2', prefix, ...parameters })}`

/** An object under the prefix: its name without it, and when it was written. */
export type BucketEntry = { name: string; writtenAt: Date }

/** All objects under a prefix, in pages of the bucket's size. */
export async function* listBucket(call: Call, prefix: string): AsyncGenerator<BucketEntry[]> {
  let token: string | null = null
  do {
    const from: Record<string, string> = token === null ? {} : { 'continuation-token': token }
    const page: string = (await call('list', 'GET', listPath(prefix, from)))!.toString()
    yield elementsIn(page, 'Contents').flatMap((entry) => {
      const key = textIn(entry, 'Key') ?? ''
      const writtenAt = new Date(textIn(entry, 'LastModified') ?? '')
      const isReadable = key.startsWith(prefix) && !Number.isNaN(writtenAt.getTime())
      return isReadable ? [{ name: key.slice(prefix.length), writtenAt }] : []
    })
    token = textIn(page, 'IsTruncated') === 'true' ? textIn(page, 'NextContinuationToken') : null
  } while (token !== null)
}

/** Lists the bucket, which requires correct host, region, key, secret, bucket and permission. */
export const findBucketProblem = async (
  call: Call,
  { name, prefix, origin }: Bucket,
): Promise<StoreProblem | null> => {
  const where = `The bucket ${name} at ${new URL(origin).host}`
  try {
    const page = await call('read', 'GET', listPath(prefix, { 'max-keys': '1' }))
    if (page!.includes('<ListBucketResult')) return null
    return { isUnreachable: false, reason: `${where} does not answer as S3 does.` }
  } catch (error) {
    const { cause } = error as Error
    if (!(cause instanceof BucketError)) throw error
    const said = cause.isTemporary ? 'does not answer' : 'refuses the server'
    return {
      isUnreachable: cause.isTemporary,
      reason: `${where} ${said} (${cause.message}).`,
    }
  }
}

/** S3's error code in a body, or null. */
const errorCode = (body: Buffer): string | null => {
  const code = textIn(body.subarray(0, 4096).toString(), 'Code')
  return code !== null && /^\w{1,64}$/.test(code) ? code : null
}

/** A minimal XML reader for S3's answers, which have no attributes or nested elements of one name. */
const elementsIn = (xml: string, name: string): string[] =>
  xml
    .split(`<${name}>`)
    .slice(1)
    .map((rest) => rest.split(`</${name}>`, 1)[0]!)

const textIn = (xml: string, name: string): string | null => {
  const [first] = elementsIn(xml, name)
  return first === undefined
    ? null
    : first.replace(/&(\w+);/g, (whole, entity: string) => entities[entity] ?? whole)
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
