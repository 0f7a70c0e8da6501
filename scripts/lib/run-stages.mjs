import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { readReport } from './read-report.mjs'
import { root } from './root.mjs'

const patience = 40 * 60_000

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

async function runStage(stage) {
  const startedAt = Date.now()
  const { code, output } = await run(stage)
  const result = stage.report
    ? readReport(stage, code)
    : { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: [] }
  if (stage.report) rmSync(stage.report.file, { force: true })
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  const counts = stage.report
    ? `${result.passed} passed, ${result.failed} failed, ${result.skipped.length} skipped, `
    : ''
  if (result.failed > 0) console.log(`\n${output.trim()}\n`)
  console.log(`${result.failed > 0 ? '✗' : '✓'} ${stage.name} (${counts}${seconds} s)`)
  for (const line of output.matchAll(/^.*\[measured\].*$/gm)) console.log(`  ${line[0].trim()}`)
  return result
}

function run({ args, env }) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8')
      stream.on('data', (text) => {
        output += text
      })
    }
    const timers = [
      setTimeout(() => child.kill('SIGTERM'), patience),
      setTimeout(() => child.kill('SIGKILL'), patience + 30_000),
    ]
    child.on('error', (error) => {
      output += error.message
    })
    child.on('close', (code, signal) => {
      for (const timer of timers) clearTimeout(timer)
      if (signal) output += `\nEnded by ${signal} after ${patience / 60_000} minutes at most.`
      resolve({ code: code ?? 1, output })
    })
  })
}
