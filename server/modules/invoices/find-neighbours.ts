import { sql } from 'drizzle-orm'
import type { Actor } from '../../../domain/access/actor.ts'
import type { InvoiceNeighbours } from '../../../domain/invoices/invoice.ts'
import { parseListQuery } from '../../../domain/lib/list-query.ts'
import { accepted } from '../../refused.ts'
import { listedSql } from '../../crud/choose-records.ts'
import type { Executor } from '../../crud/executor.ts'
import { invoiceSource } from './invoice-source.ts'

/**
 * Where an invoice stands in the actor's list, read with the list's own parameters, and which stand beside it. The whole
 * list is put in order for that: it is one of invoices, a seller's or a country's, not of orders.
 */
export const findNeighbours = async (
  db: Executor,
  actor: Actor,
  id: string,
  parameters: Record<string, unknown>,
): Promise<InvoiceNeighbours> => {
  const query = accepted(parseListQuery(invoiceSource.definition, parameters))
  const result = await db.execute<InvoiceNeighbours>(sql`
    with list as (select array(${listedSql(invoiceSource, actor, query)}) as ids),
      found as (select ids, array_position(ids, ${id}::uuid) as place from list)
    select ids[place - 1] as previous, ids[place + 1] as next, place, cardinality(ids) as total from found`)
  return result.rows[0]!
}
