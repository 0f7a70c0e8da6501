import http from 'node:http'
import { openDirectus } from '../lib/calls/directus.ts'
import { get, rateOf, timeInTurn } from '../lib/calls/http-client.ts'
import { listStatements } from '../lib/calls/list-statements.ts'
import { openSqlFloor } from '../lib/calls/open-sql-floor.ts'
import { benchServer } from '../lib/data/database.ts'
import type { Line } from '../lib/report/bench.ts'
import { costOver } from '../lib/report/figure.ts'
import { byTurns, median } from '../lib/report/samples.ts'

const orders = 10_000
const connections = 10
const warmUp = 300

/**
 * A page of 100 orders over HTTP, every server a separate process on one cluster. Ten thousand orders: more of them
 * would make the count, which all sides pay, a larger part of every answer, and our own part of it a smaller one.
 */
export const line: Line = {
  name: 'calls',
  measure: async ({ say }) => {
    const server = await benchServer({ orders })
    const agent = new http.Agent({ keepAlive: true })
    const opened: { close: () => unknown }[] = [server]
    try {
      const statements = await listStatements(server.connection, { limit: '100' })
      const raw = await openSqlFloor(server.connection, statements)
      opened.push(raw)
      const peer = await openDirectus(orders, server)
      opened.push(peer)
      const ours = { url: `${server.url}/api/orders?limit=100`, token: server.token, agent }
      const floor = { url: raw.url, token: '', agent }
      const directus = {
        url: `${peer.url}/items/orders?limit=100&sort=-createdAt,-id&meta=total_count`,
        token: peer.token,
        agent,
      }
      const sides = [ours, floor, directus]
      for (const side of sides) await timeInTurn(side, warmUp)
      const [ourBytes, floorBytes, peerBytes] = await Promise.all(sides.map(get))
      say(`bytes of an answer: ours ${ourBytes}, floor ${floorBytes}, Directus ${peerBytes}`)
      const middle = (side: typeof ours) => async () => median(await timeInTurn(side, 100))
      const alone = await byTurns({ ours: middle(ours), floor: middle(floor) })
      const rate = (side: typeof ours) => () => rateOf(side, connections, 2)
      const together = await byTurns({ ours: rate(ours), floor: rate(floor), directus: rate(directus) })
      say(`floor at ${connections} at once: ${median(together.floor).toFixed(0)} answers a second`)
      return [
        costOver({
          what: 'GET orders, 100 rows of 10,000, p50 one after the other',
          against: 'floor: the same 2 statements by pg, JSON of the rows, bare node:http',
          unit: 'ms',
          ours: alone.ours,
          theirs: alone.floor,
          goal: { atMost: 1.5 },
        }),
        costOver({
          what: `GET orders, 100 rows, throughput at ${connections} connections`,
          against: 'Directus 11.17 on a flat table of the same rows',
          unit: '/s',
          ours: together.ours,
          theirs: together.directus,
          goal: { atLeast: 3 },
        }),
      ]
    } finally {
      agent.destroy()
      for (const one of opened.toReversed()) await one.close()
    }
  },
}
