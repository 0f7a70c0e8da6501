import { request } from '@playwright/test'
import { startServer } from '../../tests/support/console/running-server.ts'
import { scriptsOf } from '../lib/browser/scripts-of.ts'
import type { Line } from '../lib/report/bench.ts'
import { besideOf, costOver, countOf } from '../lib/report/figure.ts'

const isLogin = 'input[type="password"]'

/** Scripts that the login and the orders screen have loaded when they rest, beside two that do as much. */
export const line: Line = {
  name: 'weight',
  measure: async ({ browser, peer, say }) => {
    const chromium = await browser()
    const server = await startServer(600, { NODE_ENV: 'development' })
    try {
      const login = (address: string) =>
        scriptsOf(chromium, address, isLogin, (page) => page.waitForSelector(isLogin))
      const ours = await login(`${server.url}/auth/login`)
      const admin = await login(await peer('react-admin'))
      const refine = await login(await peer('refine'))
      const api = await request.newContext({ baseURL: server.url })
      const credentials = { email: 'admin@waybill.test', password: 'waybill-demo' }
      const session = await (await api.post('/api/sessions', { data: credentials })).text()
      await api.dispose()
      const orders = await scriptsOf(
        chromium,
        `${server.url}/orders/list`,
        '[role=row][aria-rowindex="3"]',
        (page) => page.getByRole('row').nth(5).waitFor(),
        (context) => context.addInitScript((kept) => sessionStorage.setItem('session', kept), session),
      )
      say(
        `fetched ahead when idle: login ${Math.round(ours.ahead.total)} kB, orders ${Math.round(orders.ahead.total)} kB`,
      )
      for (const [name, size] of orders.run.files) say(`  orders ${name} ${size.toFixed(1)} kB`)
      const what = 'JavaScript for the login screen, gzip'
      return [
        countOf({ what, unit: 'kB', ours: ours.run.total, goal: { atMost: 170 } }),
        costOver({
          what,
          against: 'react-admin',
          unit: 'kB',
          ours: ours.run.total,
          theirs: admin.run.total,
          goal: { atMost: 1 },
        }),
        besideOf({
          what,
          against: 'Refine headless',
          unit: 'kB',
          ours: ours.run.total,
          theirs: refine.run.total,
        }),
        countOf({
          what: 'JavaScript for the orders screen, at rest, gzip',
          unit: 'kB',
          ours: orders.run.total,
          goal: { atMost: 290 },
        }),
        countOf({
          what: 'charts, xlsx and other languages on the orders screen',
          unit: 'files',
          ours: [...orders.run.files.keys(), ...orders.ahead.files.keys()].filter((name) =>
            /echart|xlsx|worker|invoice-(?:screen|page)|\/(?:en|de|it|es|ru)-/.test(name),
          ).length,
          goal: { atMost: 0 },
        }),
      ]
    } finally {
      await server.stop()
    }
  },
}
