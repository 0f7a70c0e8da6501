import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { inRoot } from './root.mjs'

const heads = ['guarantee', 'tries', 'failures', 'measured']

/** Makes tests of guarantees report their counts (`tests/support/trust/guarantee.ts`). Returns a function that reads them. */
export function collectGuarantees() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-guarantees-'))
  const report = path.join(folder, 'guarantees.jsonl')
  writeFileSync(report, '')
  process.env.GUARANTEE_REPORT = report
  return () => {
    const lines = readFileSync(report, 'utf8').split('\n').filter(Boolean)
    rmSync(folder, { recursive: true, force: true })
    return lines.map((line) => JSON.parse(line))
  }
}

/** Prints the table of guarantees; `--write` updates docs/guarantees.md. */
export function printGuarantees(lines, seconds) {
  if (lines.length === 0) return
  const minutes = (seconds / 60).toFixed(1)
  const table = formatTable(mergeSame(lines))
  console.log(`\n${table}\n\n${minutes} minutes`)
  if (process.argv.includes('--write')) writePage(table, minutes)
}

/** One line per guarantee, summed over servers. */
function mergeSame(lines) {
  const merged = new Map()
  for (const { guarantee, tries, failures, detail } of lines) {
    const { tries: before = 0, failures: failed = 0 } = merged.get(guarantee) ?? {}
    merged.set(guarantee, { guarantee, tries: before + tries, failures: failed + failures, detail })
  }
  return [...merged.values()]
}

function formatTable(lines) {
  const rows = lines.map(({ guarantee, tries, failures, detail }) => [
    guarantee,
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

function writePage(table, minutes) {
  const page = inRoot('docs/guarantees.md')
  const [before, after] = readFileSync(page, 'utf8').split(/(?<=<!-- counted -->\n)[\s\S]*(?=<!-- end -->)/)
  const on = new Date().toISOString().slice(0, 10)
  writeFileSync(
    page,
    `${before}\nOn ${on}, ${os.availableParallelism()} cores, ${minutes} minutes:\n\n${table}\n\n${after}`,
  )
}
