import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { isImageFileName } from '../../domain/lib/image.ts'
import type { Bucket } from '../config/config.ts'
import { Refused } from '../core/errors.ts'
import { makeFairSlots } from '../core/fair-slots.ts'
import { forEachInBatches } from '../core/in-batches.ts'
import { type FileStore, isPictureFile, type StoredFile, type StoreProblem } from './file-store.ts'

type CallKind = 'read' | 'write' | 'list'

/** Milliseconds. Pictures are written within a transaction: 9 s is below the lock timeout of those waiting. */
const usualTimeouts: Record<CallKind, { oneTry: number; allTries: number }> = {
  read: { oneTry: 3_000, allTries: 7_000 },
  write: { oneTry: 5_000, allTries: 9_000 },
  list: { oneTry: 10_000, allTries: 30_000 },
}

const MAX_TRIES = 4
const MIN_PAUSE_MS = 100

/** Each buffers a file in memory; more wait, then are refused. */
const MAX_READS = 32
const MAX_WAIT_MS = 2_000
const MAX_REMOVALS = 8

const year = 365 * 24 * 3_600

/** File store in an S3 bucket. */
export const openBucketStore = (bucket: Bucket, timeouts = usualTimeouts): FileStore => {
  const call = makeCaller(bucket, timeouts)
  const reads = makeFairSlots({ slots: MAX_READS, slotsPerUser: MAX_READS, waitingPerUser: 0 })
  const busy = { timeoutMs: MAX_WAIT_MS, onTimeout: () => unavailable('too many reads at once') }
  return {
    isRemote: true,
    write: async (name, bytes) => {
      if (!isImageFileName(name)) throw new Error(`not the name of a picture: ${name}`)
      await call('write', 'PUT', `/${bucket.prefix}${name}`, {
        bytes,
        // For a CDN in front of the bucket.
        headers: { 'content-type': 'image/webp', 'cache-control': `public, max-age=${year}, immutable` },
      })
    },
    read: async (name) => {
      if (!isImageFileName(name)) return null
      const giveTurn = await reads.acquire(null, busy)
      try {
        return await call('read', 'GET', `/${bucket.prefix}${name}`, { isMaybeMissing: true })
      } finally {
        giveTurn()
      }
    },
    remove: (names) =>
      forEachInBatches(names.filter(isPictureFile), MAX_REMOVALS, async (name) => {
        await call('write', 'DELETE', `/${bucket.prefix}${name}`, { isMaybeMissing: true })
      }),
    list: () => listBucket(call, bucket.prefix),
    findProblem: () => findProblem(call, bucket),
  }
}

type CallOptions = { bytes?: Buffer; headers?: Record<string, string>; isMaybeMissing?: boolean }

/**
 * An S3 request with retries of temporary failures. Bodies are buffered completely, so that truncated ones are retried and
 * never cached.
 */
type Call = (kind: CallKind, method: string, path: string, options?: CallOptions) => Promise<Buffer | null>

const makeCaller = (bucket: Bucket, timeouts: typeof usualTimeouts): Call => {
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
    { bytes, headers = {}, isMaybeMissing = false }: CallOptions,
    signal: AbortSignal,
  ): Promise<Buffer | null> => {
    const request = await signer.sign(`${origin}/${name}${path}`, {
      method,
      headers: { ...headers, 'x-amz-content-sha256': sha256(bytes ?? '') },
      // Redirects (wrong host or region) would send the signature elsewhere.
      redirect: 'manual',
      signal,
      ...(bytes === undefined ? {} : { body: new Uint8Array(bytes) }),
    })
    const answer = await fetch(request)
    const body = Buffer.from(await answer.arrayBuffer())
    if (answer.ok) return body
    const code = errorCode(body)
    if (answer.status === 404 && isMaybeMissing && code !== 'NoSuchBucket') return null
    throw new BucketError(`${answer.status}${code === null ? '' : ` ${code}`}`, answer.status)
  }

  return async (kind, method, path, options = {}) => {
    const { oneTry, allTries } = timeouts[kind]
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

const unavailable = (reason: string, cause?: BucketError): Refused =>
  new Refused('FILES_UNAVAILABLE', { reason, cause })

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')

const listPath = (prefix: string, parameters: Record<string, string>): string =>
  `/?${new URLSearchParams({ 'list-type': '2', prefix, ...parameters })}`

async function* listBucket(call: Call, prefix: string): AsyncGenerator<StoredFile[]> {
  let token: string | null = null
  do {
    const from: Record<string, string> = token === null ? {} : { 'continuation-token': token }
    const page: string = (await call('list', 'GET', listPath(prefix, from)))!.toString()
    yield elementsIn(page, 'Contents').flatMap((entry) => {
      const key = textIn(entry, 'Key') ?? ''
      const name = key.slice(prefix.length)
      const writtenAt = new Date(textIn(entry, 'LastModified') ?? '')
      const isOurs = key.startsWith(prefix) && isPictureFile(name) && !Number.isNaN(writtenAt.getTime())
      return isOurs ? [{ name, writtenAt }] : []
    })
    token = textIn(page, 'IsTruncated') === 'true' ? textIn(page, 'NextContinuationToken') : null
  } while (token !== null)
}

/** Lists the bucket, which requires correct host, region, key, secret, bucket and permission. */
const findProblem = async (call: Call, { name, prefix, origin }: Bucket): Promise<StoreProblem | null> => {
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
