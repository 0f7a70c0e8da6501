import compress, { type FastifyCompressOptions } from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Answers with a token are sent as they are: their length must not depend on what is beside the token. */
const sessionCalls = /^\/api\/sessions(\/|$)/

/** Answers that are the same for everybody are compressed once (`shared-answer.ts`). */
const sharedCalls = /^\/api\/(openapi\.json$|docs(\/|$))/

const options: FastifyCompressOptions = {
  encodings: ['br', 'gzip'],
  // A smaller answer fits into a packet or two anyway.
  threshold: 2_048,
  zlibOptions: { level: 5 },
}

/**
 * Compresses the answers of the API by `@fastify/compress`; the console compresses its page by `reply.compress`. Files
 * are compressed by the build, and bodies of requests are not decompressed. Call it before any route.
 */
export const registerCompression = async (app: FastifyInstance): Promise<void> => {
  app.addHook('onRoute', (route) => {
    if (sharedCalls.test(route.url)) route.compress = false
    // A route's options replace all of the plugin's.
    else if (route.url.startsWith('/api/') && !sessionCalls.test(route.url)) route.compress = options
  })
  await app.register(compress, { ...options, global: false })
}
