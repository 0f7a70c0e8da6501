import { existsSync, renameSync, rmSync } from 'node:fs'

/**
 * Puts what was built into `partial` in the place of `folder`. A build that fails or is killed leaves the old one whole,
 * and of two builds of the same sources that end at once the first one stays.
 */
export function swapFolder(partial, folder) {
  const old = `${partial}.old`
  if (existsSync(folder)) unless('ENOENT', () => renameSync(folder, old))
  unless('ENOTEMPTY', () => renameSync(partial, folder))
  for (const rest of [old, partial]) rmSync(rest, { recursive: true, force: true })
}

function unless(code, move) {
  try {
    move()
  } catch (error) {
    if (error.code !== code) throw error
  }
}
