import pg from 'pg'
import type { Actor } from '../../../domain/access/actor.ts'
import { parseListQuery } from '../../../domain/lib/list-query.ts'
import { accepted } from '../../../server/core/errors.ts'
import { readPage } from '../../../server/crud/read-records.ts'
import { toDrizzle } from '../../../server/db/drizzle.ts'
import { orderList } from '../../../server/queries/orders.ts'

/** `GET orders` as SQL: the page's ids with the whole count, then the rows of these ids as JSON, named as ours are. */
export type ListStatements = {
  readonly page: { name: string | undefined; text: string; values: unknown[] }
  readonly rows: { name: string | undefined; text: string }
}

const admin: Actor = {
  id: '00000000-0000-7000-8000-000000000000',
  role: 'admin',
  country: 'ic',
  isEmailVerified: true,
  isActivated: true,
}

/** The statements that the product itself sends for a page of orders, as they go over the wire. */
export const listStatements = async (
  connection: pg.ClientConfig,
  parameters: Record<string, string>,
): Promise<ListStatements> => {
  const pool = new pg.Pool({ ...connection, max: 1 })
  const sent: { name: string | undefined; text: string; values: unknown[] }[] = []
  pool.on('connect', (client) => {
    const send = client.query.bind(client) as (...given: unknown[]) => unknown
    const listening = (
      statement: { name?: string; text: string },
      values: unknown[],
      ...rest: unknown[]
    ): unknown => {
      sent.push({ name: statement.name, text: statement.text, values })
      return send(statement, values, ...rest)
    }
    client.query = listening as unknown as typeof client.query
  })
  try {
    const query = accepted(parseListQuery(orderList.source.definition, parameters))
    await readPage(toDrizzle(pool), orderList.source, orderList.read, admin, query)
    const [page, rows, ...more] = sent
    if (!page || !rows || more.length > 0)
      throw new Error(`A page of orders takes ${sent.length} statements.`)
    return { page, rows: { name: rows.name, text: rows.text } }
  } finally {
    await pool.end()
  }
}
