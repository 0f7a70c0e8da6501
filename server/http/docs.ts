import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import swagger, { type StaticDocumentSpec } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addCall, type CallDescription } from '../openapi/collect-calls.ts'
import { describe } from '../openapi/describe.ts'
import { annotateDocument, buildDocument } from '../openapi/document.ts'
import { refuseQuery } from './request-parts.ts'
import { docsPolicy } from './security-headers.ts'

const shared = { tag: 'contract', access: 'public' } as const

export const docsCalls = {
  document: describe.call({
    ...shared,
    id: 'getContract',
    summary: 'Read this document',
    answers: { 200: { media: 'application/json', schema: { type: 'object' } }, 304: null },
  }),
  page: describe.call({
    ...shared,
    id: 'getDocs',
    summary: 'Read this document as a page',
    answers: { 200: { media: 'text/html', schema: { type: 'string' } }, 304: null },
  }),
} as const

const pageUrl = '/api/docs'

/** `GET openapi.json`, and what the document says of the docs page, whose routes are not ours. */
export const registerDocument = (api: FastifyInstance, calls: CallDescription[]): void => {
  let document: Kept | null = null
  api.get('/openapi.json', docsCalls.document, async (request, reply) => {
    refuseQuery(request)
    document ??= kept(JSON.stringify(buildDocument(calls)))
    return sendKept(request, reply.type('application/json; charset=utf-8'), document)
  })
  addCall(calls, { method: 'GET', url: pageUrl, ...docsCalls.page })
}

/** Defined by `openapi/page/docs.js`, in the browser. */
declare const docsPlugin: () => object

/**
 * `GET docs`: Swagger UI with the document of these calls, which are all by now. A document that contradicts itself keeps
 * the server from starting. `app` must not ask for a session.
 */
export const registerDocsPage = async (
  app: FastifyInstance,
  calls: readonly CallDescription[],
): Promise<void> => {
  const document = annotateDocument(buildDocument(calls)) as object as StaticDocumentSpec['document']
  const script = await readFile(new URL('../openapi/page/docs.js', import.meta.url), 'utf8')
  await app.register(swagger, { mode: 'static', specification: { document } })
  await app.register(swaggerUi, {
    routePrefix: pageUrl,
    staticCSP: docsPolicy,
    uiHooks: { preHandler: async (request) => refuseQuery(request) },
    theme: { title: 'Waybill API', js: [{ filename: 'docs.js', content: script }] },
    uiConfig: {
      layout: 'BaseLayout',
      filter: true,
      deepLinking: true,
      docExpansion: 'list',
      defaultModelRendering: 'model',
      showCommonExtensions: true,
      supportedSubmitMethods: [],
      // Runs in the browser.
      plugins: [() => docsPlugin()],
    },
  })
}

type Kept = { text: string; etag: string }

const kept = (text: string): Kept => ({
  text,
  etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`,
})

/** 304 for a client that has this text. */
const sendKept = (request: FastifyRequest, reply: FastifyReply, { text, etag }: Kept): FastifyReply => {
  reply.header('etag', etag).header('cache-control', 'public, no-cache')
  const known = (request.headers['if-none-match'] ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
  return known.includes(etag) || known.includes('*') ? reply.code(304).send() : reply.send(text)
}
