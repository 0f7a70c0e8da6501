import { appendFileSync } from 'node:fs'
import { isFull } from '../is-full.ts'

/** Where a full run collects what it counted: one line per guarantee, as `scripts/lib/guarantee-table.mjs` reads it. */
const report = process.env.GUARANTEE_REPORT ?? ''
export const isWhole = isFull

export const rounds = (whole: number, short: number): number => (isWhole ? whole : short)

/** Of either test runner. */
type Expect = (
  value: unknown,
  told: string,
) => { toBeGreaterThan: (least: number) => void; toEqual: (due: unknown) => void }

/** A promise under attack: counts every try and what broke it, tells the report, and fails the test where anything did. */
export const keepingBy = (expect: Expect) => (promise: string) => {
  let tries = 0
  const broken: string[] = []
  return {
    tried: (count = 1): void => {
      tries += count
    },
    broke: (why: string): void => void broken.push(why),
    /** Of many tries that ended: those that are not as they should be, each told. */
    sum: <Try>(ended: readonly Try[], whyNot: (one: Try) => string | null): void => {
      tries += ended.length
      broken.push(...ended.flatMap((one) => whyNot(one) ?? []))
    },
    /** Once, at the end of the test; `detail` has what was measured beside the count. */
    tell: (detail = ''): void => {
      const line = { promise, tries, failures: broken.length, detail }
      if (report !== '') appendFileSync(report, `${JSON.stringify(line)}\n`)
      expect(tries, `tries of: ${promise}`).toBeGreaterThan(0)
      expect(broken.slice(0, 10), `${promise}: ${broken.length} of ${tries} broken`).toEqual([])
    },
  }
}
