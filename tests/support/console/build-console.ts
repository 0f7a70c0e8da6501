import { spawnSync } from 'node:child_process'

/** Builds what is stale of the console and the server, once before any worker serves it. */
export default function buildConsole(options: readonly string[] = []): void {
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs', ...options], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The console could not be built.')
}
