import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import type { ListStatements } from './list-statements.ts'

/** The least server that answers with the rows of these statements. */
export const openSqlFloor = async (connection: pg.ClientConfig, statements: ListStatements) => {
  const child = fork(fileURLToPath(new URL('sql-floor.ts', import.meta.url)), {
    execArgv: ['--import', 'tsx'],
  })
  child.send({ connection, statements })
  const [port] = await once(child, 'message')
  return { url: `http://127.0.0.1:${port}/`, close: () => child.kill() }
}
