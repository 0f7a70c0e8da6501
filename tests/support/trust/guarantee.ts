import assert from 'node:assert/strict'
import { appendFileSync } from 'node:fs'

/** File for the counts of a full run, one line per guarantee; read by `scripts/lib/guarantee-table.mjs`. */
const reportFile = process.env.GUARANTEE_REPORT ?? ''

export type Guarantee = ReturnType<typeof trackGuarantee>

/** Counts attempts and failures of a guarantee; `report` writes them and fails the test if there are failures. */
export const trackGuarantee = (guarantee: string) => {
  let tries = 0
  const broken: string[] = []
  return {
    tried: (count = 1): void => {
      tries += count
    },
    broke: (why: string): void => void broken.push(why),
    /** Counts finished tries. `whyNot` returns what is wrong with one, or null. */
    sum: <Try>(ended: readonly Try[], whyNot: (one: Try) => string | null): void => {
      tries += ended.length
      broken.push(...ended.flatMap((one) => whyNot(one) ?? []))
    },
    /** Call it once at the end of the test. `detail`: a measurement for the table. */
    report: (detail = ''): void => {
      const line = { guarantee, tries, failures: broken.length, detail }
      if (reportFile !== '') appendFileSync(reportFile, `${JSON.stringify(line)}\n`)
      assert.ok(tries > 0, `nothing was tried of: ${guarantee}`)
      const failures = [`${guarantee}: ${broken.length} of ${tries} broken`, ...broken.slice(0, 10)]
      assert.equal(broken.length, 0, failures.join('\n'))
    },
  }
}
