import cors from '@fastify/cors'
import type { FastifyInstance } from 'fastify'

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
