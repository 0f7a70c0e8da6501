import { spawnSync } from 'node:child_process'

/** Builds console and server if stale, once before the workers start. */
export default function buildConsole(options: readonly string[] = []): void {
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs', ...options], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The console could not be built.')
}
