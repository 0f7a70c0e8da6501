import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import swagger, { type StaticDocumentSpec } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addCall, type CallDescription } from '../openapi/collect-calls.ts'
import { describe } from '../openapi/describe.ts'
import { annotateDocument, buildDocument } from '../openapi/document.ts'
import { refuseQuery } from './request-parts.ts'
import { docsPolicy } from './security-headers.ts'

const shared = { tag: 'contract', access: 'public' } as const

const docsCalls = {
  document: describe.call({
    ...shared,
    id: 'getContract',
    detail: 'OpenAPI 3.1, generated from the routes. The answer has an `ETag`.',
    summary: 'Read this document',
    answers: { 200: { media: 'application/json', schema: { type: 'object' } }, 304: null },
  }),
  page: describe.call({
    ...shared,
    id: 'getDocs',
    detail: 'The same document with the roles of each call and the text of each code.',
    summary: 'Read this document as a page',
    answers: { 200: { media: 'text/html', schema: { type: 'string' } }, 304: null },
  }),
} as const

const pageUrl = '/api/docs'

/** `GET openapi.json`, and the document's entry of the docs page, whose routes the Swagger plugin registers. */
export const registerDocument = (api: FastifyInstance, calls: CallDescription[]): void => {
  let document: SharedAnswer | null = null
  api.get('/openapi.json', docsCalls.document, async (request, reply) => {
    refuseQuery(request)
    const text = () => Buffer.from(JSON.stringify(buildDocument(calls)))
    document ??= shareAnswer('application/json; charset=utf-8', text())
    return sendShared(request, reply, document)
  })
  addCall(calls, { method: 'GET', url: pageUrl, ...docsCalls.page })
}

/** Defined by `openapi/page/docs.js` in the browser. */
declare const docsPlugin: () => object

/**
 * `GET docs`: Swagger UI. Register it after all routes. An inconsistent document fails the start. `app` must not require a
 * session.
 */
export const registerDocsPage = async (
  app: FastifyInstance,
  calls: readonly CallDescription[],
): Promise<void> => {
  const document = annotateDocument(buildDocument(calls)) as object as StaticDocumentSpec['document']
  const script = await readFile(new URL('../openapi/page/docs.js', import.meta.url), 'utf8')
  await app.register(async (docs) => {
    docs.addHook('preHandler', async (request) => refuseQuery(request))
    shareAnswers(docs)
    await docs.register(swagger, { mode: 'static', specification: { document } })
    await docs.register(swaggerUi, {
      routePrefix: pageUrl,
      staticCSP: docsPolicy,
      theme: { title: 'Waybill API', js: [{ filename: 'docs.js', content: script }] },
      uiConfig: {
        layout: 'BaseLayout',
        filter: true,
        deepLinking: true,
        docExpansion: 'list',
        defaultModelRendering: 'model',
        showCommonExtensions: true,
        supportedSubmitMethods: [],
        // Evaluated in the browser.
        plugins: [() => docsPlugin()],
      },
    })
  })
}

/** A constant answer, cached by encoding, so that anonymous requests cost no CPU. */
type SharedAnswer = { type: string; hash: string; in: (encoding: Encoding) => Promise<Buffer> }

const encodings = ['br', 'gzip', 'identity'] as const
type Encoding = (typeof encodings)[number]

const compressors: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 9 }),
  identity: async (bytes) => bytes,
}

/** Smaller ones fit into a packet or two; pictures are compressed. */
const isCompressible = (type: string, { length }: Buffer): boolean =>
  length >= 2_048 && /^text\/|javascript|json|yaml|svg/.test(type)

const shareAnswer = (type: string, bytes: Buffer): SharedAnswer => {
  const made = new Map<Encoding, Promise<Buffer>>([['identity', Promise.resolve(bytes)]])
  return {
    type,
    hash: createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
    in: (encoding) => {
      const known = made.get(encoding) ?? compressors[encoding](bytes)
      made.set(encoding, known)
      // Retried by the next call.
      known.catch(() => made.delete(encoding))
      return known
    },
  }
}

/** Sends it in the client's preferred encoding; 304 if the client has it in any encoding. */
const sendShared = async (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: SharedAnswer,
): Promise<FastifyReply> => {
  const { type, hash } = answer
  const identity = await answer.in('identity')
  const encoding = isCompressible(type, identity)
    ? chooseEncoding(request.headers['accept-encoding'])
    : 'identity'
  const tag = encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`
  reply.headers({ etag: tag, 'cache-control': 'public, no-cache', vary: 'accept-encoding' })
  if (isKnown(request.headers['if-none-match'], hash)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.type(type).send(await answer.in(encoding))
}

/** Bounds the parsing of a header. */
const listed = (header: string | undefined): string[] =>
  (header ?? '')
    .slice(0, 1_000)
    .split(',')
    .map((part) => part.trim())

const isKnown = (header: string | undefined, hash: string): boolean =>
  listed(header).some((tag) => {
    const [, known] = /^(?:W\/)?"([\w-]{22})(?:-(?:br|gzip))?"$/.exec(tag) ?? []
    return tag === '*' || known === hash
  })

/** RFC 9110: quality 0 means unacceptable. */
const chooseEncoding = (header: string | undefined): Encoding => {
  const qualities = new Map(
    listed(header?.toLowerCase()).map((part) => {
      const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
      const [, quality] = /^q=([\d.]{1,5})$/.exec(parameters[0] ?? '') ?? []
      return [name === 'x-gzip' ? 'gzip' : name, Number(quality ?? 1)]
    }),
  )
  const qualityOf = (encoding: Encoding): number =>
    qualities.get(encoding) ?? (encoding === 'identity' ? 0.001 : (qualities.get('*') ?? 0))
  return encodings.reduce<Encoding>(
    (best, encoding) => (qualityOf(encoding) > qualityOf(best) ? encoding : best),
    'br',
  )
}

/** Caches and compresses a plugin's pages and files on first use. Keyed by path without query, so their number is bounded. */
const shareAnswers = (app: FastifyInstance): void => {
  const known = new Map<string, Promise<SharedAnswer>>()
  app.addHook('preHandler', async (request, reply) => {
    const answer = known.get(placeOf(request))
    if (answer !== undefined) return sendShared(request, reply, await answer)
  })
  app.addHook('onSend', async (request, reply, payload) => {
    const place = placeOf(request)
    const isWhole =
      reply.statusCode === 200 && request.method === 'GET' && request.headers.range === undefined
    if (!isWhole || known.has(place)) return payload
    const type = String(reply.getHeader('content-type') ?? 'application/octet-stream')
    const answer = bytesOf(payload).then((bytes) => shareAnswer(type, bytes))
    known.set(place, answer)
    answer.catch(() => known.delete(place))
    return (await answer).in('identity')
  })
}

const placeOf = ({ url }: FastifyRequest): string => {
  const [name = ''] = url.split('?')
  return path.posix.normalize(decodeURIComponent(name))
}

const bytesOf = async (payload: unknown): Promise<Buffer> => {
  if (Buffer.isBuffer(payload)) return payload
  if (typeof payload === 'string') return Buffer.from(payload)
  return buffer(payload as NodeJS.ReadableStream)
}
