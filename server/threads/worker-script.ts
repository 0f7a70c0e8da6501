import { fileURLToPath } from 'node:url'
import { build, stop } from 'esbuild'

/** Entry files of worker threads; the same list is in `scripts/lib/server-build.mjs`. */
const entries = {
  'label-thread': new URL('../modules/labels/label-thread.ts', import.meta.url),
  'spreadsheet-thread': new URL('../spreadsheets/worker.ts', import.meta.url),
} as const

type ThreadName = keyof typeof entries

const scripts = new Map<ThreadName, Promise<string>>()

/**
 * A worker's script bundled with its imports, once per process: loading TypeScript module by module takes five times as long.
 * In a build it is a file.
 */
export const workerScript = (name: ThreadName): Promise<string | URL> => {
  const script =
    scripts.get(name) ??
    bundle(name).catch((error) => {
      scripts.delete(name)
      throw error
    })
  scripts.set(name, script)
  return script
}

let bundles = 0

const bundle = async (name: ThreadName): Promise<string> => {
  bundles++
  try {
    const { outputFiles } = await build({
      entryPoints: [fileURLToPath(entries[name])],
      bundle: true,
      write: false,
      platform: 'node',
      format: 'cjs',
      logLevel: 'silent',
    })
    return outputFiles[0]!.text
  } finally {
    bundles--
    // Ends esbuild's child process.
    if (bundles === 0) await stop()
  }
}
