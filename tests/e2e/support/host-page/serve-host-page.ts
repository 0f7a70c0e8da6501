import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

export type HostPage = {
  /** The page's origin, different from the console's. */
  origin: string
  stop: () => Promise<void>
}

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** Serves `/clean`, a third-party page with another React version, and `/hostile`, the same with hostile styles and `dir="rtl"`. */
export const serveHostPage = async (): Promise<HostPage> => {
  const { outputFiles } = await build({
    entryPoints: [file('app.mjs')],
    alias: { react: 'react-18', 'react-dom': 'react-dom-18' },
    define: { 'process.env.NODE_ENV': '"production"' },
    bundle: true,
    format: 'esm',
    write: false,
    logLevel: 'error',
  })
  const files: Record<string, [type: string, body: string]> = {
    '/app.js': ['text/javascript', outputFiles[0]?.text ?? ''],
    '/hostile.css': ['text/css', readFileSync(file('hostile.css'), 'utf8')],
    '/clean': ['text/html; charset=utf-8', page('ltr', '')],
    '/hostile': ['text/html; charset=utf-8', page('rtl', '<link rel="stylesheet" href="/hostile.css">')],
  }
  const server = createServer(({ url = '' }, response) => {
    const [type, body] = files[url.split('?')[0] ?? ''] ?? []
    if (type === undefined) response.writeHead(404).end()
    else response.writeHead(200, { 'content-type': type }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: () => new Promise((resolve) => void server.close(() => resolve())),
  }
}

const page = (dir: string, styles: string): string => `<!doctype html>
<html lang="fr" dir="${dir}"><head><meta charset="utf-8"><title>Boutique</title>
<link rel="icon" href="data:,">${styles}<script type="module" src="/app.js"></script></head>
<body><div id="app"></div></body></html>`
