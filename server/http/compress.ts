import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** Below this an answer fits into a packet or two anyway. */
const worthIt = 2_048

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

type Encoding = 'br' | 'gzip'

/** Off the main thread, and no harder than the network is slow: the level that costs less than it saves. */
const encoders: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (bytes) => deflate(bytes, { level: 5 }),
}

/** Answers that carry a token are left alone: their length must not tell of what stands beside it. */
const secret = /^\/api\/sessions(\/|\?|$)/

/** Compresses what is made for an answer, data and the page; files are compressed when they are built. */
export const registerCompression = (app: FastifyInstance): void => {
  app.addHook('onSend', async (request, reply, payload) => {
    const isText = /^(application\/(problem\+)?json|text\/html)/.test(String(reply.getHeader('content-type')))
    if (!isText || (typeof payload !== 'string' && !Buffer.isBuffer(payload))) return payload
    if (reply.hasHeader('content-encoding') || secret.test(request.url)) return payload
    if (Buffer.byteLength(payload) < worthIt) return payload
    addVary(reply.getHeader('vary'), (value) => reply.header('vary', value))
    const encoding = encodingOf(request.headers['accept-encoding'])
    if (encoding === null) return payload
    reply.header('content-encoding', encoding).removeHeader('content-length')
    return encoders[encoding](typeof payload === 'string' ? Buffer.from(payload) : payload)
  })
}

/** The one of ours that a client takes; `gzip;q=0` takes none. */
const encodingOf = (accepted = ''): Encoding | null => {
  const taken = new Set(
    accepted
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
      .map((part) => part.split(';')[0]),
  )
  return taken.has('br') ? 'br' : taken.has('gzip') ? 'gzip' : null
}

const addVary = (before: unknown, set: (value: string) => void): void => {
  const names = String(before ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  if (!names.some((name) => name.toLowerCase() === 'accept-encoding'))
    set([...names, 'accept-encoding'].join(', '))
}
