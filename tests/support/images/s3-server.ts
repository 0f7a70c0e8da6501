import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * In-memory S3 bucket: PUT, GET, DELETE, ListObjectsV2 with pages, path-style. Verifies every signature independently of the
 * client (Signature Version 4, tested in `tests/api/images-bucket.full.test.ts` with AWS's examples), and fails on demand.
 */
export type S3Server = {
  filesUrl: string
  key: typeof s3Key
  /** By key; `writtenAt` may be changed. */
  objects: Map<string, StoredObject>
  /** Method and key of each call, including failed ones; tests may clear it. */
  calls: string[]
  /** The fault of a call, or null. `tries`: number of such calls, including this one. */
  fault: (call: { method: string; key: string; tries: number }) => Fault | null | Promise<Fault | null>
  /** Milliseconds before each answer. */
  delay: number
  close: () => Promise<void>
}

export type StoredObject = { bytes: Buffer; writtenAt: Date; headers: IncomingMessage['headers'] }

/** S3 error code, connection cut before or within the answer, no answer, or another server's. */
export type Fault = 'no S3' | 'SlowDown' | 'InternalError' | 'AccessDenied' | 'cut' | 'cut body' | 'silent'

/** Contains characters that URLs must encode, like real secrets. */
export const s3Key = { accessKeyId: 'AKIATEST', secretAccessKey: 'hush/hush+%hush', region: 'eu-test-1' }

const bucket = 'pictures'

export const startS3 = async ({ prefix = 'shop/a/', pageSize = 1000 } = {}): Promise<S3Server> => {
  const objects: S3Server['objects'] = new Map()
  const calls: string[] = []
  const s3 = { objects, calls, key: s3Key, fault: () => null, delay: 0 } as unknown as S3Server

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const url = new URL(request.url!, 'http://s3')
    const [, name, ...rest] = url.pathname.split('/')
    const key = decodeURIComponent(rest.join('/'))
    const method = request.method!
    const call = `${method} ${key}`
    calls.push(call)
    const fault = await s3.fault({ method, key, tries: calls.filter((one) => one === call).length })
    if (s3.delay > 0) await sleep(s3.delay)
    if (fault === 'silent') return
    if (fault === 'no S3') return response.end('<!doctype html><title>It works</title>')
    if (fault === 'cut') return request.socket.destroy()
    if (fault !== null && fault !== 'cut body') return refuse(response, fault)
    const refusal = whyNotSigned(request, body)
    if (refusal !== null) return refuse(response, refusal)
    if (name !== bucket) return refuse(response, 'NoSuchBucket')
    if (method === 'PUT') {
      objects.set(key, { bytes: body, writtenAt: new Date(), headers: request.headers })
      return response.end()
    }
    if (method === 'DELETE') {
      objects.delete(key)
      return response.writeHead(204).end()
    }
    if (key === '') return response.end(listPage(objects, url.searchParams, pageSize))
    const object = objects.get(key)
    if (object === undefined) return refuse(response, 'NoSuchKey')
    response.writeHead(200, { 'content-length': object.bytes.length })
    if (fault === null) return response.end(object.bytes)
    response.write(object.bytes.subarray(0, Math.floor(object.bytes.length / 2)), () =>
      request.socket.destroy(),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { accessKeyId, secretAccessKey, region } = s3Key
  return Object.assign(s3, {
    filesUrl: `http://${accessKeyId}:${encodeURIComponent(secretAccessKey)}@127.0.0.1:${port}/${bucket}/${prefix}?region=${region}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

const statuses: Record<string, number> = {
  SlowDown: 503,
  InternalError: 500,
  NoSuchKey: 404,
  NoSuchBucket: 404,
  AuthorizationHeaderMalformed: 400,
  XAmzContentSHA256Mismatch: 400,
}

const refuse = (response: ServerResponse, code: string): void => {
  response.writeHead(statuses[code] ?? 403, { 'content-type': 'application/xml' })
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>No</Message></Error>`,
  )
}

const listPage = (objects: S3Server['objects'], query: URLSearchParams, pageSize: number): string => {
  if (query.get('list-type') !== '2') return '<Error><Code>NotImplemented</Code></Error>'
  const prefix = query.get('prefix') ?? ''
  // With characters to escape in XML and URLs.
  const after = query.get('continuation-token')?.replace(/^&<\+/, '') ?? ''
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort()
  const page = keys.slice(0, Math.min(pageSize, Number(query.get('max-keys') ?? 1000)))
  const isTruncated = page.length < keys.length
  const contents = page.map((key) => {
    const { bytes, writtenAt } = objects.get(key)!
    const fields = `<LastModified>${writtenAt.toISOString()}</LastModified><Size>${bytes.length}</Size>`
    return `<Contents><Key>${escapeXml(key)}</Key>${fields}</Contents>`
  })
  const next = isTruncated
    ? `<NextContinuationToken>${escapeXml(`&<+${page.at(-1)}`)}</NextContinuationToken>`
    : ''
  return `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>${isTruncated}</IsTruncated>${contents.join('')}${next}</ListBucketResult>`
}

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const longestSkewMs = 15 * 60_000

/** S3's error code for a wrong signature, key, time or body; null if valid. */
const whyNotSigned = ({ method, url, headers }: IncomingMessage, body: Buffer): string | null => {
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/,]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    )
  if (parts === null) return 'AuthorizationHeaderMalformed'
  const [, accessKeyId = '', day = '', region = '', signedHeaders = '', signature = ''] = parts
  if (accessKeyId !== s3Key.accessKeyId) return 'InvalidAccessKeyId'
  if (region !== s3Key.region) return 'AuthorizationHeaderMalformed'
  const date = String(headers['x-amz-date'])
  const at = Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!(Math.abs(Date.now() - at) < longestSkewMs) || !date.startsWith(day)) return 'RequestTimeTooSkewed'
  const hash = String(headers['x-amz-content-sha256'])
  if (hash !== createHash('sha256').update(body).digest('hex')) return 'XAmzContentSHA256Mismatch'
  const signed = signedHeaders.split(';')
  const mustBe = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))]
  if (!mustBe.every((name) => signed.includes(name))) return 'AccessDenied'
  const expected = signatureV4({ method: method!, url: url!, headers, signed, date, region, ...s3Secret })
  return timingSafeEqual(Buffer.from(expected), Buffer.from(signature)) ? null : 'SignatureDoesNotMatch'
}

const s3Secret = { secretAccessKey: s3Key.secretAccessKey }

export type SignedCall = {
  method: string
  /** Raw path and query. */
  url: string
  headers: IncomingMessage['headers']
  signed: readonly string[]
  /** `20130524T000000Z`. */
  date: string
  region: string
  secretAccessKey: string
}

/** docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
export const signatureV4 = ({
  method,
  url,
  headers,
  signed,
  date,
  region,
  secretAccessKey,
}: SignedCall): string => {
  const [place = '', query = ''] = url.split('?')
  const parameters = query
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const [name = '', value = ''] = part
        .split('=')
        .map((text) => uriEncode(decodeURIComponent(text.replaceAll('+', ' '))))
      return `${name}=${value}`
    })
    .sort()
  const canonical = [
    method,
    place
      .split('/')
      .map((part) => uriEncode(decodeURIComponent(part)))
      .join('/'),
    parameters.join('&'),
    ...signed.map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}`),
    '',
    signed.join(';'),
    headers['x-amz-content-sha256'],
  ].join('\n')
  const scope = `${date.slice(0, 8)}/${region}/s3/aws4_request`
  const digest = createHash('sha256').update(canonical).digest('hex')
  const key = scope
    .split('/')
    .reduce<Buffer>((secret, part) => hmac(secret, part), Buffer.from(`AWS4${secretAccessKey}`))
  return hmac(key, ['AWS4-HMAC-SHA256', date, scope, digest].join('\n')).toString('hex')
}

const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

const uriEncode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
