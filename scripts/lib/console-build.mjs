import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { fingerprintOf, swapFolder } from './build-output.mjs'
import { nameEmbed } from './name-embed.mjs'
import { inRoot, root } from './root.mjs'

/** Sources of the bundles. */
const sources = [
  'src',
  'machines',
  'domain',
  'locales',
  'index.html',
  'public',
  'vite.config.ts',
  'vite.embed.config.ts',
  'scripts/lib/console-build.mjs',
  'scripts/lib/first-page.mjs',
  'scripts/lib/read-texts.mjs',
  'scripts/lib/shadow-css.mjs',
  'package-lock.json',
]

/** Bundles and their folders in dist; `main`: a file that must exist. */
const bundles = [
  { folder: 'console', what: 'the console', main: 'index.html', config: 'vite.config.ts' },
  {
    folder: 'embed',
    what: 'the palette for other pages',
    main: 'waybill-palette.js',
    config: 'vite.embed.config.ts',
    finish: nameEmbed,
  },
]
/** The console with the component catalogue (`/ui/kit`); its files are not in users' console. */
const kit = {
  folder: 'kit',
  what: 'the console with the catalogue',
  main: 'index.html',
  config: 'vite.config.ts',
  options: ['--mode', 'kit', '--assetsDir', 'kit'],
}

/** Builds console and embeddable palette if their sources changed. */
export const ensureConsole = () => ensure(bundles, inRoot('dist/console.stamp'))

/** Builds the console with the catalogue into dist/kit, for browser tests. */
export const ensureKit = () => ensure([kit], inRoot('dist/kit.stamp'))

function ensure(wantedBundles, stamp) {
  const wanted = fingerprintOf(sources)
  const isThere = wantedBundles.every(({ folder, main }) => existsSync(inRoot('dist', folder, main)))
  if (isThere && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  checkKeys()
  for (const bundle of wantedBundles) build(bundle)
  writeFileSync(stamp, wanted)
}

/** Builds beside the old folder, then swaps: a failed build leaves the old one. */
function build({ folder, what, config, options = [], finish }) {
  console.log(`Building ${what}...`)
  const output = inRoot('dist', folder)
  const partial = `${output}.${process.pid}`
  const vite = inRoot('node_modules/vite/bin/vite.js')
  const { status } = spawnSync(
    process.execPath,
    [
      vite,
      'build',
      '--config',
      config,
      '--outDir',
      partial,
      '--emptyOutDir',
      '--logLevel',
      'warn',
      ...options,
    ],
    { cwd: root, stdio: 'inherit', env: { ...process.env, NODE_ENV: 'production' } },
  )
  if (status !== 0) {
    rmSync(partial, { recursive: true, force: true })
    console.error(`Could not build ${what}.`)
    process.exit(1)
  }
  finish?.(partial)
  compress(partial)
  mkdirSync(path.dirname(output), { recursive: true })
  swapFolder(partial, output)
}

/** Compresses each file once, at the highest level. The page is excluded: it is generated for each answer. */
function compress(folder) {
  for (const file of filesUnder(folder)) {
    if (!/\.(js|css|svg|json)$/.test(file)) continue
    const bytes = readFileSync(file)
    if (bytes.length < 1024) continue
    writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
    writeFileSync(`${file}.br`, brotliCompressSync(bytes))
  }
}

/** Conflicting shortcuts fail the build. */
function checkKeys() {
  const check = inRoot('scripts/lib/check-keys.mjs')
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', check], { cwd: root, stdio: 'inherit' })
  if (status === 0) return
  console.error('The console is not built with such keys.')
  process.exit(1)
}

const filesUnder = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
