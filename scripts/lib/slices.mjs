import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fingerprintOf } from './build-output.mjs'
import { inRoot } from './root.mjs'

/** Everything that can affect test results. */
const sources = [
  ...['domain', 'machines', 'locales', 'server', 'src', 'tests', 'scripts', 'public', 'index.html'],
  ...[
    'package-lock.json',
    'vite.config.ts',
    'vite.embed.config.ts',
    'vitest.config.ts',
    'playwright.config.ts',
  ],
  ...['biome.json', 'tsconfig.json', 'tsconfig.base.json', '.dependency-cruiser.cjs', 'docs', 'README.md'],
]
const folder = inRoot('.cache/test-full')

/** Slice `2/6` of the command line as an index from 0, or null. @throws if it does not exist */
export function namedSlice(args, total) {
  const at = args.indexOf('--slice')
  const text =
    at >= 0 ? args[at + 1] : args.find((arg) => arg.startsWith('--slice='))?.slice('--slice='.length)
  if (text === undefined) return null
  const [, number, of] = /^(\d+)\/(\d+)$/.exec(text) ?? []
  if (Number(of) !== total || number < 1 || number > total)
    throw new Error(`--slice takes 1/${total} to ${total}/${total}, not ${text}.`)
  return number - 1
}

/**
 * Results of slices for this source tree, in `.cache/test-full`, so that an interrupted full run continues. `node` and
 * `platform` are part of the tree's hash.
 */
export function openSliceResults() {
  const tree = createHash('sha256')
    .update(fingerprintOf(sources))
    .update(`${process.version} ${process.platform}`)
    .digest('hex')
  const file = (index) => path.join(folder, tree, `${index + 1}.json`)
  if (!existsSync(path.join(folder, tree))) rmSync(folder, { recursive: true, force: true })
  mkdirSync(path.join(folder, tree), { recursive: true })
  return {
    read: (index) => (existsSync(file(index)) ? JSON.parse(readFileSync(file(index), 'utf8')) : null),
    write: (index, result) => writeFileSync(file(index), JSON.stringify(result)),
  }
}

/** One line per slice: content, and counts or "not run". */
export function printSlices(slices, results) {
  const rows = slices.map(({ title }, index) => {
    const result = results.read(index)
    const name = `${index + 1}/${slices.length} ${title}`
    if (!result) return [name, 'not run', '', '', '']
    const { passed, failed, skipped, seconds } = result
    return [name, `${passed}`, `${failed}`, `${skipped.length}`, (seconds / 60).toFixed(1)]
  })
  const table = [['slice', 'passed', 'failed', 'skipped', 'minutes'], ...rows]
  const widths = table[0].map((_, at) => Math.max(...table.map((row) => row[at].length)))
  console.log('')
  for (const row of table)
    console.log(
      row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join('  '),
    )
}
