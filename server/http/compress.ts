import { constants } from 'node:zlib'
import compress, { type FastifyCompressOptions } from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Answers with a token are not compressed: their length must not reveal it (BREACH). */
const sessionCalls = /^\/api\/sessions(\/|$)/

/** Constant answers are compressed once (`docs.ts`). */
const sharedCalls = /^\/api\/(openapi\.json$|docs(\/|$))/

const options: FastifyCompressOptions = {
  encodings: ['br', 'gzip'],
  // Smaller answers fit into a packet or two.
  threshold: 2_048,
  zlibOptions: { level: 5 },
}

/** Each piece of a stream can be read as soon as it has arrived: the console's page is sent in two. */
const inPieces: FastifyCompressOptions = {
  ...options,
  brotliOptions: { flush: constants.BROTLI_OPERATION_FLUSH },
  zlibOptions: { level: 5, flush: constants.Z_SYNC_FLUSH },
}

/**
 * Compresses answers of the API; the console's page uses `reply.compress`. Static files are compressed by the build; request
 * bodies are not decompressed. Call it before any route.
 */
export const registerCompression = async (app: FastifyInstance): Promise<void> => {
  app.addHook('onRoute', (route) => {
    if (sharedCalls.test(route.url)) route.compress = false
    // A route's options replace the plugin's.
    else if (route.url.startsWith('/api/') && !sessionCalls.test(route.url)) route.compress = options
  })
  await app.register(compress, { ...inPieces, global: false })
}
