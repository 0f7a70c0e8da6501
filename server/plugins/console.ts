import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refused } from '../refused.ts'
import { pagePolicy } from './security-headers.ts'

const year = 365 * 24 * 3_600

/**
 * Serves the built console beside the API: its files as they are, those with a hash in their name for ever, and its
 * page for every path that is one of its screens.
 */
export const registerConsole = async (app: FastifyInstance, folder: string): Promise<void> => {
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    // The page is sent with its policy only, never as a file.
    allowedPath: (name) => name !== '/index.html',
    setHeaders: (reply, file) => {
      const isHashed = path.relative(folder, file).startsWith(`assets${path.sep}`)
      reply.header('cache-control', isHashed ? `public, max-age=${year}, immutable` : 'no-cache')
    },
  })
  const page = path.join(folder, 'index.html')
  app.get('/', (_request, reply) => sendPage(reply, page))
  app.setNotFoundHandler(async (request, reply) => {
    if (!isScreen(request)) throw new Refused('NOT_FOUND')
    return sendPage(reply, page)
  })
}

/** What a browser navigates to: a path without a file's ending, outside the API. */
const isScreen = ({ method, url, headers }: FastifyRequest): boolean => {
  const [name = ''] = url.split('?')
  if ((method !== 'GET' && method !== 'HEAD') || /^\/api(\/|$)/.test(name)) return false
  if (name === '/index.html') return true
  return path.extname(name) === '' && /text\/html|\*\/\*/.test(headers.accept ?? '*/*')
}

/** Libraries that add a style of their own find this answer's nonce in `meta[property=csp-nonce]`. */
const sendPage = async (reply: FastifyReply, file: string): Promise<FastifyReply> => {
  const nonce = randomBytes(16).toString('base64')
  const html = await readFile(file, 'utf8')
  return reply
    .header('content-security-policy', pagePolicy(nonce))
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(html.replace(/<head>/i, `<head>\n    <meta property="csp-nonce" nonce="${nonce}">`))
}
