import { spawnSync } from 'node:child_process'

/** Builds the console once before any worker serves it. */
export default function buildConsole(): void {
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' })
  if (status !== 0) throw new Error('The console could not be built.')
}
