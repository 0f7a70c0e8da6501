import './lib/require-node.mjs'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { findChromium } from './lib/find-chromium.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { inRoot } from './lib/root.mjs'
import { tell } from './lib/tell.mjs'

// npm run test:trust: every promise under attack, as often as it is worth; ends with a table of promise, tries, failures.
// With `-- --write` the table stands in docs/promises.md afterwards.
ensureInstalled({ development: true })
const { runStages, skipStage, sum } = await import('./lib/run-stages.mjs')
const stages = await import('./lib/stages.mjs')
const folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-trust-'))
const report = path.join(folder, 'kept.jsonl')
writeFileSync(report, '')
process.env.TRUST_REPORT = report

/** Attacks in the browser mostly wait, for a network that is slow and for screens that stand. */
const lanes = 4

const began = Date.now()
const { path: chromium, reason } = await findChromium()
const results = [await runStages([...stages.build, ...stages.trustTests], 1)]
results.push(
  chromium
    ? await runStages(stages.browserTests(chromium, 'trust', lanes))
    : skipStage('promises in the browser', reason),
)
const kept = readFileSync(report, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line))
rmSync(folder, { recursive: true, force: true })
const minutes = ((Date.now() - began) / 60_000).toFixed(1)
console.log(`\n${table(kept)}\n\n${minutes} minutes`)
if (process.argv.includes('--write')) writePage()
tell(sum(results))

function table(lines) {
  const heads = ['promise', 'tries', 'failures', 'beside']
  const rows = lines.map(({ promise, tries, failures, detail }) => [
    promise,
    `${tries}`,
    `${failures}`,
    detail,
  ])
  const widths = heads.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at].length)))
  const isNumber = (at) => at === 1 || at === 2
  const line = (cells) =>
    `| ${cells.map((cell, at) => (isNumber(at) ? cell.padStart(widths[at]) : cell.padEnd(widths[at]))).join(' | ')} |`
  const rule = widths.map((width, at) => (isNumber(at) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)))
  return [line(heads), line(rule), ...rows.map(line)].join('\n')
}

/** The page of promises with what this run counted. */
function writePage() {
  const page = inRoot('docs/promises.md')
  const [before, after] = readFileSync(page, 'utf8').split(/(?<=<!-- counted -->\n)[\s\S]*(?=<!-- end -->)/)
  const on = new Date().toISOString().slice(0, 10)
  const cores = os.availableParallelism()
  writeFileSync(
    page,
    `${before}\nOn ${on}, ${cores} cores, ${minutes} minutes:\n\n${table(kept)}\n\n${after}`,
  )
}
