import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fingerprintOf, swapFolder } from './build-output.mjs'
import { inRoot, root } from './root.mjs'

/** Sources of the server build; imported texts are bundled. */
const sources = ['server', 'domain', 'locales', 'scripts/lib/server-build.mjs', 'package-lock.json']
const folder = inRoot('dist/server')
const stamp = path.join(folder, 'stamp')

const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
}

/**
 * Compiles the server into dist/server if its sources changed: `main.js`, operator commands, worker scripts. Packages are not
 * bundled.
 */
export async function ensureServer() {
  const wanted = fingerprintOf(sources)
  if (isBuilt(wanted)) return
  console.log('Building the server...')
  const { build, stop } = await import('esbuild')
  const partial = `${folder}.${process.pid}`
  try {
    await Promise.all([
      build({
        ...shared,
        entryPoints: {
          main: 'server/main.ts',
          admin: 'server/cli/admin.ts',
          backup: 'server/cli/backup.ts',
          restore: 'server/cli/restore.ts',
          'write-client': 'server/write-client.ts',
        },
        outdir: partial,
        format: 'esm',
        splitting: true,
        packages: 'external',
        // Order matters: the first plugin handles worker scripts.
        plugins: [threadBuiltAhead, whereTheSourceIs],
      }),
      // Worker scripts include their packages: resolving modules would slow their start five times.
      build({
        ...shared,
        entryPoints: threads,
        outdir: partial,
        format: 'cjs',
        outExtension: { '.js': '.cjs' },
      }),
    ])
    writeFileSync(path.join(partial, 'stamp'), wanted)
    if (!isBuilt(wanted)) swapFolder(partial, folder)
    await writeClient()
  } catch (error) {
    console.error(`Could not build the server: ${error.message}`)
    process.exit(1)
  } finally {
    rmSync(partial, { recursive: true, force: true })
    await stop()
  }
}

/** dist/client: the TypeScript client of the API, and the same as JavaScript. */
async function writeClient() {
  const client = inRoot('dist/client')
  const { status } = spawnSync(process.execPath, [path.join(folder, 'write-client.js'), client], {
    cwd: root,
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('the client of the API was not written')
  const { transform } = await import('esbuild')
  const { code } = await transform(readFileSync(path.join(client, 'index.ts'), 'utf8'), { loader: 'ts' })
  writeFileSync(path.join(client, 'index.js'), code)
  const exports = { '.': { types: './index.ts', default: './index.js' } }
  const described = { name: 'waybill-client', version: '1.0.0', private: true, type: 'module', exports }
  writeFileSync(path.join(client, 'package.json'), `${JSON.stringify(described, null, 2)}\n`)
}

const isBuilt = (wanted) => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted

/** The same list as in `server/threads/worker-script.ts`. */
const threads = {
  'label-thread': 'server/modules/labels/label-thread.ts',
  'spreadsheet-thread': 'server/spreadsheets/worker.ts',
}

/** Files that code reads beside itself (migrations, texts, pages) stay in the source folder. */
const whereTheSourceIs = {
  name: 'where-the-source-is',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]server[\\/].*\.ts$/ }, async ({ path: file }) => {
      const text = await readFile(file, 'utf8')
      if (!text.includes('import.meta.url')) return undefined
      const source = JSON.stringify(path.relative(folder, file).replaceAll('\\', '/'))
      return {
        contents: text.replaceAll('import.meta.url', `new URL(${source}, import.meta.url).href`),
        loader: 'ts',
      }
    })
  },
}

/** From sources, the server bundles a worker script on first use; in a build it is ready. */
const threadBuiltAhead = {
  name: 'thread-built-ahead',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]threads[\\/]worker-script\.ts$/ }, () => ({
      contents: "export const workerScript = async (name) => new URL('./' + name + '.cjs', import.meta.url)",
      loader: 'js',
    }))
  },
}
