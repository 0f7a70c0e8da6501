import { sql } from 'drizzle-orm'
import type { ChangeReport } from '../../domain/changes/changes.ts'
import type { Code } from '../../domain/core/codes.ts'
import { callableStatuses, leaseMinutes } from '../../domain/triage/claim.ts'
import { accepted } from '../core/errors.ts'
import { changeReport } from '../crud/change-report.ts'
import { refuseRest, targetSql } from '../crud/choose-records.ts'
import { announceRecords, recordChanges } from '../crud/record-changes.ts'
import { isOneOf } from '../db/columns.ts'
import { callShares } from '../db/schema/calls.ts'
import { orders } from '../db/schema/orders.ts'
import { orderClaims } from '../db/schema/user-work.ts'
import { defineBulk } from '../jobs/define-bulk.ts'
import { describe } from '../openapi/describe.ts'
import { orderList } from '../queries/orders.ts'
import type { BulkChange } from './acts.ts'
import type { Act } from './record-routes.ts'

type Turn = 'take-over' | 'free'

const described = {
  'take-over': describe.bulk(
    'orders',
    {},
    {
      id: 'takeOverOrders',
      summary: 'Take over orders that wait for a call, also from a caller who has them',
      detail:
        'They are the actor’s as after a claim, and the former caller is told. A line of the history; nothing of the orders changes.',
      bodyTitle: 'OrdersTakeOver',
      verbs: ['order.take-over'],
    },
  ),
  free: describe.bulk(
    'orders',
    {},
    {
      id: 'freeOrders',
      summary: 'Take orders from the callers who have them, for anybody else to call',
      detail: `Whoever had one is not given it again for ${leaseMinutes} minutes. A line of the history; nothing of the orders changes.`,
      bodyTitle: 'OrdersFree',
      verbs: ['order.free'],
    },
  ),
} as const

/** `PUT orders/take-over` and `PUT orders/free`: who has an order on the telephone, decided by an admin. */
export const callTurnAct = (turn: Turn): Act => ({
  path: turn,
  many: {
    described: described[turn],
    bulk: defineBulk({
      work: `orders.${turn}`,
      source: orderList.source,
      verb: `order.${turn}`,
      read: (rest) => accepted(refuseRest(rest)),
      change: changeTurns(turn),
    }),
  },
})

const changeTurns =
  (turn: Turn): BulkChange<unknown> =>
  async (tx, actor, target, _, { batch, dryRun }): Promise<ChangeReport> => {
    const verb = `order.${turn}` as const
    const now = batch.at.toISOString()
    // As the queue's claims lock: an order, then its claim.
    const found = tx
      .select({
        id: orders.id,
        number: orders.number,
        version: orders.version,
        country: orders.country,
        owner: orders.owner,
        status: orders.status,
        caller: sql<
          string | null
        >`(select claim."user" from order_claims claim where claim."order" = orders.id
          and claim.until > ${now}::timestamptz and not claim.is_freed)`,
        callerName: sql<
          string | null
        >`(select users.name from order_claims claim join users on users.id = claim."user"
          where claim."order" = orders.id and claim.until > ${now}::timestamptz and not claim.is_freed)`,
      })
      .from(orders)
      .where(targetSql(orderList.source, actor, verb, target))
      .orderBy(orders.id)
    const held = await (dryRun ? found : found.for('update'))
    const whyNot = ({ status, caller }: (typeof held)[number]): Code | null => {
      if (!callableStatuses.some((one) => one === status)) return 'ORDER_NOT_PENDING'
      if (turn === 'free') return caller === null ? 'NOBODY_CALLS' : null
      return caller === actor.id ? 'ALREADY_YOURS' : null
    }
    const turned = held.filter((order) => whyNot(order) === null)
    const refused = held.flatMap((order) => {
      const code = whyNot(order)
      return code === null ? [] : [{ id: order.id, number: order.number, code }]
    })
    const known = new Set(held.map(({ id }) => id))
    const missing = ('ids' in target ? target.ids : [])
      .filter((id) => !known.has(id))
      .map((id) => ({ id, number: 0, code: 'NOT_FOUND' as const }))
    const ids = turned.map(({ id }) => id)
    if (!dryRun && turned.length > 0) {
      const until = sql`${new Date(batch.at.getTime() + leaseMinutes * 60_000).toISOString()}::timestamptz`
      if (turn === 'free') {
        await tx.update(orderClaims).set({ until, isFreed: true }).where(isOneOf(orderClaims.order, ids))
      } else {
        await tx.execute(sql`
          insert into order_claims ("order", "user", until)
          select id, ${actor.id}::uuid, ${until} from orders where ${isOneOf(orders.id, ids)} order by id
          on conflict ("order") do update set "user" = excluded."user", until = excluded.until, is_freed = false`)
      }
      await tx.delete(callShares).where(isOneOf(callShares.order, ids))
      const [me] = (
        await tx.execute<{ name: string }>(sql`select name from users where id = ${actor.id}::uuid`)
      ).rows
      await recordChanges(
        tx,
        actor,
        batch,
        turned.map(({ id, version, callerName }) => ({
          verb,
          resource: 'orders',
          recordId: id,
          version,
          before: { caller: callerName },
          after: { caller: turn === 'free' ? null : (me?.name ?? null) },
        })),
      )
      await announceRecords(tx, actor, batch, { resource: 'orders', verb }, turned)
    }
    const changed = turned.map(({ id, number, version }) => ({ id, number, version }))
    return changeReport(dryRun ? null : batch.id, changed, [...refused, ...missing])
  }
