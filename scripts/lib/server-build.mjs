import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fingerprintOf, swapFolder } from './build-output.mjs'
import { inRoot, root } from './root.mjs'

/** Sources of the server build; the texts that it imports are bundled. */
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
 * Compiles the server into dist/server when its sources have changed: `main.js`, the operator's commands, and the scripts
 * of threads. The packages stay where they are.
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
        },
        outdir: partial,
        format: 'esm',
        splitting: true,
        packages: 'external',
        // The first that takes a file has it: the script of the thread is a source like any other to the second.
        plugins: [threadBuiltAhead, whereTheSourceIs],
      }),
      // One file with its packages: a thread that looks for modules takes five times as long to begin.
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
  } catch (error) {
    console.error(`Could not build the server: ${error.message}`)
    process.exit(1)
  } finally {
    rmSync(partial, { recursive: true, force: true })
    await stop()
  }
}

const isBuilt = (wanted) => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted

/** As in `server/threads/worker-script.ts`. */
const threads = {
  'label-thread': 'server/modules/labels/label-thread.ts',
  'spreadsheet-thread': 'server/spreadsheets/worker.ts',
}

/** What a file finds beside itself (migrations, texts, pages) stays beside its source. */
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

/** Run from its sources, the server bundles a thread when it is first needed. */
const threadBuiltAhead = {
  name: 'thread-built-ahead',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]threads[\\/]worker-script\.ts$/ }, () => ({
      contents: "export const workerScript = async (name) => new URL('./' + name + '.cjs', import.meta.url)",
      loader: 'js',
    }))
  },
}
