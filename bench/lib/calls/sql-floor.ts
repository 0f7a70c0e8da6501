import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { jsonPage } from '../../../server/crud/read-records.ts'
import type { ListStatements } from './list-statements.ts'

/** A separate process (`open-sql-floor.ts`): the statements through `pg`, put together as the answer, nothing else. */
const main = ({
  connection,
  statements,
}: {
  connection: pg.ClientConfig
  statements: ListStatements
}): void => {
  const { page, rows } = statements
  const pool = new pg.Pool({ ...connection, max: 20 })
  const server = createServer(async (_request, response) => {
    const chosen = await pool.query<{ total: string; ids: string }>(page)
    const [{ total, ids } = { total: '0', ids: '' }] = chosen.rows
    const found = await pool.query<[string, string]>({ ...rows, values: [`{${ids}}`], rowMode: 'array' })
    const byId = new Map(found.rows)
    const body = jsonPage(
      ids.split(',').flatMap((id) => byId.get(id) ?? []),
      Number(total),
    )
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
    response.end(body)
  })
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
}

process.once('message', main)
