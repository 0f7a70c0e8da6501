import { startServer } from '../../tests/support/console/running-server.ts'
import { openSlowly } from '../lib/browser/slow-page.ts'
import { compressing } from '../lib/calls/compressing.ts'
import type { Line } from '../lib/report/bench.ts'
import { costOver } from '../lib/report/figure.ts'
import { byTurns } from '../lib/report/samples.ts'

/** The login on a bad network and a slow phone: what is seen first, and when it can be signed in with. */
export const line: Line = {
  name: 'first-paint',
  measure: async ({ browser, peer }) => {
    const chromium = await browser()
    const server = await startServer(600, { NODE_ENV: 'development' })
    const nothing = await compressing(await peer('nothing'))
    const admin = await compressing(await peer('react-admin'))
    const usable: Record<'ours' | 'admin', number[]> = { ours: [], admin: [] }
    const login = (who: 'ours' | 'admin', address: string) => async () => {
      const moments = await openSlowly(chromium, address, true)
      usable[who].push(moments.usable ?? Number.NaN)
      return moments.firstPaint
    }
    try {
      const painted = await byTurns({
        blank: async () => (await openSlowly(chromium, nothing.address, false)).firstPaint,
        ours: login('ours', `${server.url}/auth/login`),
        // Its own address of the login: sent there from elsewhere, it asks again for seconds before it goes.
        admin: login('admin', `${admin.address}#/login`),
      })
      const slow = 'at 400 kbit/s, 400 ms, 4x CPU'
      return [
        costOver({
          what: `first paint ${slow}`,
          against: 'a blank page',
          unit: 'ms',
          ours: painted.ours,
          theirs: painted.blank,
          goal: { atMost: 1.5 },
        }),
        costOver({
          what: `usable login ${slow}`,
          against: 'react-admin',
          unit: 'ms',
          // The first of each is the turn that is thrown away.
          ours: usable.ours.slice(1),
          theirs: usable.admin.slice(1),
          goal: { atMost: 0.6 },
        }),
      ]
    } finally {
      admin.close()
      nothing.close()
      await server.stop()
    }
  },
}
