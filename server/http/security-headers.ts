import cors from '@fastify/cors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** An answer of the API is data: nothing in it may run, load or be framed. The console's page has a policy of its own. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'"

/** Of every answer. Nothing is kept by anybody but what says otherwise itself: the console's files, the docs. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': dataPolicy,
  'cache-control': 'no-store',
}

/** A year in which a browser that has come by TLS comes by nothing else. */
const strictTransport = 'max-age=31536000'

export const registerSecurityHeaders = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request, reply) => setSecurityHeaders(request, reply))
}

/** Also for what fails before a route is found, where no hook runs. */
export const setSecurityHeaders = (request: FastifyRequest, reply: FastifyReply): void => {
  reply.headers(securityHeaders).header('x-request-id', request.id)
  // By TLS of our own, or as a trusted proxy says.
  if (request.protocol === 'https') reply.header('strict-transport-security', strictTransport)
}

/**
 * What the console's page may do: run and load what is ours, and nothing inline but what carries this answer's nonce.
 * Product images come from anywhere.
 */
export const pagePolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob: https:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self' blob:",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** The devices that the console's page may use: the camera, which reads labels. */
export const pagePermissions = 'camera=(self), microphone=(), geolocation=()'

/** What the service worker may do: fetch what is ours. */
export const workerPolicy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'"

/** What the palette's example page may do: no more than what a strict page allows, to show that it is enough. */
export const embedExamplePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** What the docs page may do: run and load its own files, and the document. */
export const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Seconds for which a browser may cache the answer to a preflight. */
const remembered = 600

/**
 * Lets pages of these origins, and no others, call the API with a token of their own: what the embedded palette does.
 * Nothing goes by cookie, so no credentials are allowed, and a page that holds no token gets no further than anybody.
 */
export const registerCors = async (app: FastifyInstance, origins: readonly string[]): Promise<void> => {
  if (origins.length === 0) return
  await app.register(cors, {
    origin: [...origins],
    methods: ['GET', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'If-Match',
      'Idempotency-Key',
      'Prefer',
      'Last-Event-ID',
    ],
    exposedHeaders: ['Idempotency-Replayed', 'Location', 'Preference-Applied', 'Retry-After', 'X-Request-Id'],
    credentials: false,
    maxAge: remembered,
    // What asks without saying for which method is no browser: it is answered as it was before.
    strictPreflight: false,
  })
}
