import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { readTests, slowestFiles } from './reports.mjs'
import { root } from './root.mjs'

/**
 * Minutes without output after which a stage is considered hung. There is no total timeout, for slow machines; each test has
 * its own.
 */
const MAX_SILENCE = 30

const MOST_SLOW_FILES = 40

/**
 * Runs stages, `lanes` at a time, one line each; prints the output of failed ones. Returns the sum `{ passed, failed, skipped:
 * [{ name, why }] }`.
 */
export async function runStages(stages, lanes = 2) {
  const waiting = [...stages]
  const results = []
  const lane = async () => {
    for (let stage = waiting.shift(); stage; stage = waiting.shift()) results.push(await runStage(stage))
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return sum(results)
}

export function sum(results) {
  return {
    passed: results.reduce((total, { passed }) => total + passed, 0),
    failed: results.reduce((total, { failed }) => total + failed, 0),
    skipped: results.flatMap(({ skipped }) => skipped),
  }
}

/** A stage that cannot run counts as one skipped test. */
export function skipStage(name, why) {
  console.log(`- ${name}: skipped (${why})`)
  return { passed: 0, failed: 0, skipped: [{ name, why }] }
}

/**
 * Results come from the stage's report, else its exit code is one check. A stage that was aborted, failed or ran no test has
 * failed.
 */
async function runStage(stage) {
  const startedAt = Date.now()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-stage-'))
  const report = path.join(folder, 'tests.json')
  const { code, output } = await run(stage, report)
  const tests = readTests(report, stage.env?.TEST_SHORT === '1')
  rmSync(folder, { recursive: true, force: true })
  const count = (wanted) => tests.filter(({ outcome }) => outcome === wanted).length
  const passed = stage.reportTo ? count('passed') : Number(code === 0)
  const failed = count('failed') || Number(code !== 0 || passed === 0)
  const skipped = tests
    .filter(({ outcome }) => outcome === 'skipped')
    .map(({ name, why }) => ({ name: `${stage.name}: ${name}`, why }))
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  const counts = stage.reportTo ? `${passed} passed, ${failed} failed, ${skipped.length} skipped, ` : ''
  if (failed > 0) console.log(`\n${output.trim()}\n`)
  console.log(`${failed > 0 ? '✗' : '✓'} ${stage.name} (${counts}${seconds} s)`)
  for (const [line] of output.matchAll(/^.*\[measured\].*$/gm)) console.log(`  ${line.trim()}`)
  if (process.argv.includes('--slowest')) printSlowest(tests)
  return { passed, failed, skipped }
}

function printSlowest(tests) {
  for (const { file, tests: count, ms } of slowestFiles(tests, MOST_SLOW_FILES))
    console.log(`  ${(ms / 1000).toFixed(1).padStart(6)} s  ${file} (${count} tests)`)
}

function run({ args, env, reportTo }, report) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...args, ...(reportTo?.(report) ?? [])], {
      cwd: root,
      env: { ...process.env, NO_COLOR: '1', PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    let isHung = false
    const end = () => {
      isHung = true
      child.kill('SIGTERM')
      setTimeout(() => child.kill('SIGKILL'), 30_000).unref()
    }
    const silence = setTimeout(end, MAX_SILENCE * 60_000)
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
        silence.refresh()
      })
    }
    child.on('error', (error) => {
      output += error.message
    })
    child.on('close', (code, signal) => {
      clearTimeout(silence)
      if (signal)
        output += `\nEnded by ${signal}${isHung ? ` after ${MAX_SILENCE} minutes without output` : ''}.`
      resolve({ code: code ?? 1, output })
    })
  })
}

/** Lists skipped tests and reasons, prints the counts, sets the exit code. */
export function printSummary({ passed, failed, skipped }) {
  console.log('')
  for (const { name, why } of skipped) console.log(`skipped: ${name} (${why})`)
  console.log(`${passed} passed, ${failed} failed, ${skipped.length} skipped`)
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0
}
