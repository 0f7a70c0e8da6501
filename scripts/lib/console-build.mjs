import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { inRoot, root } from './root.mjs'

/** All that the bundle is made of. */
const sources = [
  'src',
  'machines',
  'domain',
  'locales',
  'index.html',
  'public',
  'vite.config.ts',
  'package-lock.json',
]
const output = inRoot('dist/console')
const stamp = inRoot('dist/console.stamp')

/** Builds the console into dist/console when its sources have changed since the last time. */
export function ensureConsole() {
  const wanted = fingerprint()
  if (
    existsSync(path.join(output, 'index.html')) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === wanted
  )
    return
  console.log('Building the console...')
  // Beside the old one and then swapped: a build that fails or is killed leaves the old one whole.
  const partial = `${output}.${process.pid}`
  const vite = inRoot('node_modules/vite/bin/vite.js')
  const { status } = spawnSync(
    process.execPath,
    [vite, 'build', '--outDir', partial, '--emptyOutDir', '--logLevel', 'warn'],
    { cwd: root, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } },
  )
  if (status !== 0) {
    rmSync(partial, { recursive: true, force: true })
    console.error('The console could not be built.')
    process.exit(1)
  }
  mkdirSync(path.dirname(output), { recursive: true })
  rmSync(output, { recursive: true, force: true })
  renameSync(partial, output)
  writeFileSync(stamp, wanted)
}

function fingerprint() {
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
