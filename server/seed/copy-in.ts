import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { PoolClient } from 'pg'
import { from } from 'pg-copy-streams'

/** Sends rows, already written as COPY's text format has them, by `statement`: `copy orders (id, ...) from stdin`. */
export const copyIn = (client: PoolClient, statement: string, bytes: Buffer): Promise<void> =>
  pipeline(Readable.from([bytes]), client.query(from(statement)))
