import type { PoolClient } from 'pg'

/**
 * Has a client send every statement without its name. Behind a pooler in transaction mode the next one may meet a
 * session that was never told what the name stands for.
 */
export const withoutNames = (client: PoolClient): void => {
  const send = client.query.bind(client) as (...given: unknown[]) => unknown
  const sendNameless = (statement: unknown, ...rest: unknown[]): unknown =>
    send(isNamed(statement) ? { ...statement, name: undefined } : statement, ...rest)
  client.query = sendNameless as typeof client.query
}

const isNamed = (statement: unknown): statement is { name: string } =>
  typeof statement === 'object' && statement !== null && 'name' in statement && !('submit' in statement)
