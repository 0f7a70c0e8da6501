import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { embedExamplePolicy } from './security-headers.ts'

/**
 * Serves the embeddable palette under `/embed/`. Any page may load it, as it may load any library: what it can do depends
 * on the token that the page gives it, and whether it may call on `CORS_ORIGINS`.
 */
export const registerEmbed = async (app: FastifyInstance, folder: string): Promise<void> => {
  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/embed/',
    index: ['example.html'],
    dotfiles: 'ignore',
    cacheControl: false,
    decorateReply: false,
    preCompressed: true,
    setHeaders: (reply, file) => {
      reply.header('cache-control', 'no-cache')
      if (/\.html(\.(br|gz))?$/.test(file)) reply.header('content-security-policy', embedExamplePolicy)
      // Module scripts are always fetched with CORS, classic ones never.
      else
        reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
    },
  })
  app.get('/embed', (_request, reply) => reply.redirect('/embed/'))
}
