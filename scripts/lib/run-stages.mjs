import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { readReport, slowestFiles } from './outcomes.mjs'
import { root } from './root.mjs'

/**
 * Minutes without any output after which a stage counts as hung. No stage has an end of its own: a slow machine takes
 * longer, and every test has a timeout that ends sooner than this.
 */
const MAX_SILENCE = 30

/** Files that `--slowest` lists for each stage. */
const MOST_SLOW_FILES = 40

/**
 * Runs stages, `lanes` at a time, one line each; the whole output of those that fail.
 * Answers `{ passed, failed, skipped: [{ name, why }] }`, summed.
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

/** A stage that cannot run here counts as one skipped test. */
export function skipStage(name, why) {
  console.log(`- ${name}: skipped (${why})`)
  return { passed: 0, failed: 0, skipped: [{ name, why }] }
}

/** Its tests come from its report where it writes one (`hasTests`); else its exit code is one check. */
async function runStage(stage) {
  const startedAt = Date.now()
  const folder = mkdtempSync(path.join(os.tmpdir(), 'waybill-stage-'))
  const report = path.join(folder, 'outcomes.jsonl')
  writeFileSync(report, '')
  const { code, output } = await run(stage, report)
  const result = stage.hasTests
    ? readReport({ name: stage.name, report }, code)
    : { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: [] }
  const slowest = process.argv.includes('--slowest') ? slowestFiles(report, MOST_SLOW_FILES) : []
  rmSync(folder, { recursive: true, force: true })
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  const counts = stage.hasTests
    ? `${result.passed} passed, ${result.failed} failed, ${result.skipped.length} skipped, `
    : ''
  if (result.failed > 0) console.log(`\n${output.trim()}\n`)
  console.log(`${result.failed > 0 ? '✗' : '✓'} ${stage.name} (${counts}${seconds} s)`)
  for (const line of output.matchAll(/^.*\[measured\].*$/gm)) console.log(`  ${line[0].trim()}`)
  for (const { file, tests, ms } of slowest)
    console.log(`  ${(ms / 1000).toFixed(1).padStart(6)} s  ${file} (${tests} tests)`)
  return result
}

function run({ args, env }, report) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, NO_COLOR: '1', STAGE_REPORT: report, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    let isHung = false
    const end = () => {
      isHung = true
      child.kill('SIGTERM')
      setTimeout(() => child.kill('SIGKILL'), 30_000).unref()
    }
    let silence = setTimeout(end, MAX_SILENCE * 60_000)
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8')
      stream.on('data', (text) => {
        output += text
        clearTimeout(silence)
        silence = setTimeout(end, MAX_SILENCE * 60_000)
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

/** Names what was skipped and why, ends with one line of counts, and sets the exit code. */
export function printSummary({ passed, failed, skipped }) {
  console.log('')
  for (const { name, why } of skipped) console.log(`skipped: ${name} (${why})`)
  console.log(`${passed} passed, ${failed} failed, ${skipped.length} skipped`)
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0
}
