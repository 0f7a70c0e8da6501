import { readFile } from 'node:fs/promises'
import swagger, { type StaticDocumentSpec } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import { addCall, type CallDescription } from '../openapi/collect-calls.ts'
import { describe } from '../openapi/describe.ts'
import { annotateDocument, buildDocument } from '../openapi/document.ts'
import { refuseQuery } from './request-parts.ts'
import { docsPolicy } from './security-headers.ts'
import { type SharedAnswer, sendShared, shareAnswer, shareAnswers } from './shared-answer.ts'

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
