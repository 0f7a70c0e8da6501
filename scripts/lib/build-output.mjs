import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { inRoot } from './root.mjs'

/** What these files and folders say, as one hash: what is built of them is stale when it is another. */
export function fingerprintOf(sources) {
  const hash = createHash('sha256')
  for (const file of sources.flatMap((source) => filesIn(source)).sort()) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(inRoot(file)))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesIn(source) {
  if (!existsSync(inRoot(source))) return []
  if (statSync(inRoot(source)).isFile()) return [source]
  return readdirSync(inRoot(source)).flatMap((name) => filesIn(path.join(source, name)))
}

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
