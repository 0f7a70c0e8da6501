import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { build } from 'vite'

export type Site = { readonly address: (page: string) => string; readonly close: () => void }

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
}

/** Builds every `<folder>/pages/<name>/index.html` for production and serves the result on loopback. */
export const openSite = async (folder: string): Promise<Site> => {
  const root = process.cwd()
  const home = path.join(folder, 'pages')
  const pages = (await readdir(home, { withFileTypes: true })).filter((entry) => entry.isDirectory())
  const outDir = path.resolve('.cache/bench', path.basename(folder))
  await build({
    root,
    publicDir: false,
    configFile: path.join(folder, 'vite.config.ts'),
    logLevel: 'error',
    build: {
      outDir,
      emptyOutDir: true,
      chunkSizeWarningLimit: Number.POSITIVE_INFINITY,
      rollupOptions: { input: pages.map(({ name }) => path.join(home, name, 'index.html')) },
    },
  })
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const file = path.join(outDir, pathname.endsWith('/') ? `${pathname}index.html` : pathname)
    const isThere = file.startsWith(outDir) && (await stat(file).catch(() => null))?.isFile()
    if (!isThere) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, { 'content-type': types[path.extname(file)] ?? 'application/octet-stream' })
    createReadStream(file).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const site = `http://127.0.0.1:${port}/${path.relative(root, home).replaceAll('\\', '/')}`
  return { address: (page) => `${site}/${page}/`, close: () => server.close() }
}
