import { fileURLToPath } from 'node:url'
import { build, stop } from 'esbuild'

const entry = fileURLToPath(new URL('./worker.ts', import.meta.url))
let script: Promise<string> | null = null

/**
 * The worker with all that it imports, as one script that is made once a process: a thread that loads TypeScript
 * module by module takes five times as long to begin. In the built server it is a file that was made with it.
 */
export const workerScript = (): Promise<string | URL> => {
  script ??= bundle().catch((error) => {
    script = null
    throw error
  })
  return script
}

const bundle = async (): Promise<string> => {
  try {
    const { outputFiles } = await build({
      entryPoints: [entry],
      bundle: true,
      write: false,
      platform: 'node',
      format: 'cjs',
      logLevel: 'silent',
    })
    return outputFiles[0]!.text
  } finally {
    // esbuild's service is a separate process that is not needed any more.
    await stop()
  }
}
