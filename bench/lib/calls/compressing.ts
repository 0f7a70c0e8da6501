import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync } from 'node:zlib'

/** Passes a site on as our server sends its own: text by brotli, as small as it gets, compressed once. */
export const compressing = async (address: string): Promise<{ address: string; close: () => void }> => {
  const origin = new URL(address)
  const kept = new Map<string, { type: string; isText: boolean; bytes: Buffer } | null>()
  const fetched = async (path: string) => {
    const answer = await fetch(new URL(path, origin))
    if (!answer.ok) return null
    const type = answer.headers.get('content-type') ?? 'application/octet-stream'
    const isText = /text|javascript|json|svg/.test(type)
    const bytes = Buffer.from(await answer.arrayBuffer())
    return { type, isText, bytes: isText ? brotliCompressSync(bytes) : bytes }
  }
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/'
    if (!kept.has(path)) kept.set(path, await fetched(path))
    const file = kept.get(path)
    if (!file) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, {
      'content-type': file.type,
      'content-length': file.bytes.length,
      ...(file.isText ? { 'content-encoding': 'br' } : {}),
      // Names of the other files have a hash of what is in them.
      'cache-control': file.type.includes('html') ? 'no-cache' : 'public, max-age=31536000, immutable',
    })
    response.end(file.bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}${origin.pathname}`, close: () => server.close() }
}
