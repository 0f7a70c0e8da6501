import cors from '@fastify/cors'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Policy of API answers: data only. The console's page has its own. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'"

/** Headers of all answers. Not cached unless overridden: console files, docs. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'content-security-policy': dataPolicy,
  'cache-control': 'no-store',
}

/** HSTS: one year. */
const strictTransport = 'max-age=31536000'

export const registerSecurityHeaders = (app: FastifyInstance): void => {
  app.addHook('onRequest', async (request, reply) => setSecurityHeaders(request, reply))
}

/** Also for failures before routing, where no hook runs. */
export const setSecurityHeaders = (request: FastifyRequest, reply: FastifyReply): void => {
  reply.headers(securityHeaders).header('x-request-id', request.id)
  // By our TLS or a trusted proxy's.
  if (request.protocol === 'https') reply.header('strict-transport-security', strictTransport)
}

/** Policy of the console's page: own scripts, inline ones only with this answer's nonce. Pictures from anywhere. */
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

/** Permissions of the console's page: camera, for scanning. */
export const pagePermissions = 'camera=(self), microphone=(), geolocation=()'

/** Policy of the service worker: own origin only. */
export const workerPolicy =
  "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'"

/** Policy of the palette's example page: strict, to show that it suffices. */
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

/** Policy of the docs page: own files and the document. */
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

/** Seconds for which a preflight is cached. */
const remembered = 600

/** CORS for these origins, used by the embedded palette. No cookies, so no credentials: a page needs its own token. */
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
    exposedHeaders: [
      'Batch-Id',
      'Idempotency-Replayed',
      'Location',
      'Preference-Applied',
      'Retry-After',
      'X-Request-Id',
    ],
    credentials: false,
    maxAge: remembered,
    // Other OPTIONS requests are no preflights and are answered as usual.
    strictPreflight: false,
  })
}
