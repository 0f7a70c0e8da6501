import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CallDescription } from '../openapi/collect-calls.ts'
import { describe } from '../openapi/describe.ts'
import { buildDocument } from '../openapi/document.ts'
import { docsPage } from '../openapi/page/docs-page.ts'
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
  /** What the page loads is no call of the API. */
  file: { config: { access: 'public', operation: null } },
} as const

const pageFiles = { 'docs.css': 'text/css; charset=utf-8', 'docs.js': 'text/javascript; charset=utf-8' }

/** `GET openapi.json`, and `GET docs` for people. A document that contradicts itself keeps the server from starting. */
export const registerDocs = (api: FastifyInstance, calls: readonly CallDescription[]): void => {
  const document = once(async () => kept(JSON.stringify(buildDocument(calls))))
  const page = once(async () => kept(docsPage(buildDocument(calls))))

  api.addHook('onReady', async () => {
    await document()
  })

  api.get('/openapi.json', docsCalls.document, async (request, reply) => {
    refuseQuery(request)
    return sendKept(request, reply.type('application/json; charset=utf-8'), await document())
  })

  api.get('/docs', docsCalls.page, async (request, reply) => {
    refuseQuery(request)
    reply.header('content-security-policy', docsPolicy).type('text/html; charset=utf-8')
    return sendKept(request, reply, await page())
  })

  for (const [name, type] of Object.entries(pageFiles)) {
    const file = once(async () =>
      kept(await readFile(new URL(`../openapi/page/${name}`, import.meta.url), 'utf8')),
    )
    api.get(`/${name}`, docsCalls.file, async (request, reply) =>
      sendKept(request, reply.type(type), await file()),
    )
  }
}

type Kept = { text: string; etag: string }

const kept = (text: string): Kept => ({
  text,
  etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`,
})

/** Whoever has it already is told so. */
const sendKept = (request: FastifyRequest, reply: FastifyReply, { text, etag }: Kept): FastifyReply => {
  reply.header('etag', etag).header('cache-control', 'public, no-cache')
  const known = (request.headers['if-none-match'] ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
  return known.includes(etag) || known.includes('*') ? reply.code(304).send() : reply.send(text)
}

const once = <Value>(make: () => Promise<Value>): (() => Promise<Value>) => {
  let made: Promise<Value> | null = null
  return () => {
    made ??= make()
    return made
  }
}
