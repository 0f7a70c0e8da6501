import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
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
