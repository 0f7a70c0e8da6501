import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { imageFileHash } from '../../domain/lib/image.ts'
import { Refused } from '../core/errors.ts'
import type { ServerContext } from '../db/context.ts'
import { makeStoredHashes } from '../images/stored-hashes.ts'
import { embedExamplePolicy, pagePermissions, pagePolicy, workerPolicy } from './security-headers.ts'

const year = 365 * 24 * 3_600

/**
 * Serves uploaded pictures without a session, which `<img>` cannot send: names are unguessable. Cached forever, since names are
 * content hashes. Fixed media type; other sites may embed them.
 */
export const registerFiles = (app: FastifyInstance, { db, files }: ServerContext): void => {
  const isStored = makeStoredHashes({ db })
  // A folder checks for existence without cost.
  const mayHave = async (name: string): Promise<boolean> => {
    if (!files.isRemote) return true
    const hash = imageFileHash(name)
    return hash !== null && (await isStored(hash))
  }
  app.get<{ Params: { name: string } }>('/files/:name', async ({ params }, reply) => {
    const bytes = (await mayHave(params.name)) ? await files.read(params.name) : null
    if (bytes === null) throw new Refused('NOT_FOUND')
    return reply
      .headers({
        'content-type': 'image/webp',
        'cache-control': `public, max-age=${year}, immutable`,
        'cross-origin-resource-policy': 'cross-origin',
      })
      .send(bytes)
  })
}

/**
 * Serves the embeddable palette at `/embed/`, loadable by any page; files named by their content are cached forever. Access depends on the page's token and on `CORS_ORIGINS`.
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
      const isHashed = /-[\w-]{8}\.js(\.(br|gz))?$/.test(file)
      reply.header('cache-control', isHashed ? `public, max-age=${year}, immutable` : 'no-cache')
      if (/\.html(\.(br|gz))?$/.test(file)) reply.header('content-security-policy', embedExamplePolicy)
      // Module scripts are always fetched with CORS, classic ones never.
      else
        reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' })
    },
  })
  app.get('/embed', (_request, reply) => reply.redirect('/embed/'))
}

/** Serves the console: hashed files cached forever, and its page for all screen paths. */
export const registerConsole = async (app: FastifyInstance, folder: string): Promise<void> => {
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    dotfiles: 'ignore',
    cacheControl: false,
    // Compressed files of the build.
    preCompressed: true,
    // The page is only sent with its policy.
    allowedPath: (name) => name !== '/index.html',
    setHeaders: (reply, file) => {
      const name = path.relative(folder, file).replace(/\.(br|gz)$/, '')
      const isHashed = name.startsWith(`assets${path.sep}`)
      reply.header('cache-control', isHashed ? `public, max-age=${year}, immutable` : 'no-cache')
      if (name === 'sw.js') reply.header('content-security-policy', workerPolicy)
    },
  })
  const page = path.join(folder, 'index.html')
  app.get('/', (request, reply) => sendPage(request, reply, page))
  app.setNotFoundHandler(async (request, reply) => {
    if (!isScreen(request)) throw new Refused('NOT_FOUND')
    return sendPage(request, reply, page)
  })
}

/** A navigation: a path without extension, outside the API. */
const isScreen = ({ method, url, headers }: FastifyRequest): boolean => {
  const [name = ''] = url.split('?')
  if ((method !== 'GET' && method !== 'HEAD') || /^\/api(\/|$)/.test(name)) return false
  if (name === '/index.html') return true
  return path.extname(name) === '' && /text\/html|\*\/\*/.test(headers.accept ?? '*/*')
}

/**
 * Inline scripts and styles of the page get the answer's nonce; libraries read it from `meta[property=csp-nonce]`. A 304 keeps
 * the cached policy and nonce, so only the browser's cache may store it.
 */
const sendPage = async (
  request: FastifyRequest,
  reply: FastifyReply,
  file: string,
): Promise<FastifyReply> => {
  const html = await readFile(file, 'utf8')
  const etag = `W/"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`
  reply.header('cache-control', 'private, no-cache').header('etag', etag)
  if (request.headers['if-none-match']?.split(/,\s*/).includes(etag)) {
    return reply.removeHeader('content-security-policy').code(304).send()
  }
  const nonce = randomBytes(16).toString('base64')
  reply
    .header('content-security-policy', pagePolicy(nonce))
    .header('permissions-policy', pagePermissions)
    .type('text/html; charset=utf-8')
    .compress(
      Readable.from(
        afterFirstScript(
          html
            .replace(/<(script|style)>/g, `<$1 nonce="${nonce}">`)
            // After the first script, which must arrive as early as it can.
            .replace('</script>', `</script>\n<meta property="csp-nonce" nonce="${nonce}">`),
        ),
      ),
    )
  return reply
}

/** The first script reloads a page that breaks off: it must be readable without the rest, which one block would not be. */
const afterFirstScript = (html: string): Buffer[] => {
  const end = html.indexOf('</script>') + '</script>'.length
  return [html.slice(0, end), html.slice(end)].map((part) => Buffer.from(part))
}
