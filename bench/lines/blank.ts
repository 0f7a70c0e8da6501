import type { Line } from '../lib/report/bench.ts'
import { costOver } from '../lib/report/figure.ts'
import { byTurns } from '../lib/report/samples.ts'

/** React and one word, by both builds: what is different here is not what the lines are about. */
export const line: Line = {
  name: 'blank',
  measure: async ({ browser, page, peer }) => {
    const chromium = await browser()
    const open = (address: string) => async () => {
      const tab = await chromium.newPage()
      const began = performance.now()
      await tab.goto(address)
      await tab.getByRole('heading', { name: 'Ready' }).waitFor()
      const took = performance.now() - began
      await tab.close()
      return took
    }
    const { ours, theirs } = await byTurns({
      ours: open(await page('blank')),
      theirs: open(await peer('blank')),
    })
    return [
      costOver({
        what: 'a blank page',
        against: "the peers' build",
        unit: 'ms',
        ours,
        theirs,
        goal: { atMost: 1.5 },
      }),
    ]
  },
}
