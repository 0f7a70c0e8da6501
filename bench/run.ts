import { readdir } from 'node:fs/promises'
import type { Line } from './lib/report/bench.ts'
import { type Figure, hasGoal, isReached } from './lib/report/figure.ts'
import { openBench } from './lib/report/open-bench.ts'
import { printTable } from './lib/report/table.ts'

/** `npm run bench`: every line, or those that are named. Ends with 1 where a goal is not reached or a line broke. */
const main = async (asked: readonly string[]): Promise<void> => {
  const lines = await readLines()
  const unknown = asked.filter((name) => !lines.some((line) => line.name === name))
  if (unknown.length > 0) {
    console.error(
      `No such line: ${unknown.join(', ')}. There are: ${lines.map(({ name }) => name).join(', ')}`,
    )
    process.exitCode = 2
    return
  }
  const bench = openBench()
  const figures: Figure[] = []
  const broken: string[] = []
  for (const line of lines) {
    if (asked.length > 0 && !asked.includes(line.name)) continue
    bench.say(`${line.name}...`)
    try {
      figures.push(...(await withinTime(line.measure(bench), line.name)))
    } catch (error) {
      console.error(error)
      broken.push(line.name)
    }
  }
  await bench.close()
  const aimed = figures.filter(hasGoal)
  const passed = aimed.filter(isReached).length
  console.log(`\n${printTable(figures)}\n`)
  if (broken.length > 0) console.log(`not measured: ${broken.join(', ')}`)
  console.log(`${passed} of ${aimed.length} goals reached`)
  if (passed < aimed.length || broken.length > 0) process.exitCode = 1
}

/** A measurement that hangs is reported like one that failed; the next ones still run. */
const withinTime = async <T>(measured: Promise<T>, name: string): Promise<T> => {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`${name}: nothing after ${patience / 60_000} minutes`)),
      patience,
    )
  })
  return Promise.race([measured, late]).finally(() => clearTimeout(timer))
}

/** Seeding a million orders, once, is the longest that a line waits for. */
const patience = 30 * 60_000

const readLines = async (): Promise<Line[]> => {
  const folder = new URL('lines/', import.meta.url)
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts')).toSorted()
  return Promise.all(
    files.map(async (file) => ((await import(new URL(file, folder).href)) as { line: Line }).line),
  )
}

await main(process.argv.slice(2))
// A line that hung holds the process.
process.exit()
