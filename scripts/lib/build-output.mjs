import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { inRoot } from './root.mjs'

/** Hash of these files and folders; a build is stale if it differs. */
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
 * Replaces `folder` by `partial` atomically: a failed build leaves the old one, and of two concurrent builds the first one
 * stays.
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
