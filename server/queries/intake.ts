import { eq, sql } from 'drizzle-orm'
import { intake as definition, type IntakeEvent, type WholeIntake } from '../../domain/intake/intake.ts'
import { recordList } from '../crud/record-list.ts'
import { isOneOf } from '../db/columns.ts'
import type { Executor } from '../db/drizzle.ts'
import { intake, intakeBodies, sources } from '../db/schema/intake.ts'

export const intakeList = recordList(definition, intake, {
  fields: {
    sourceName: sources.name,
    name: sql<string>`coalesce(${intake.name}, ${intake.externalId}, ${sources.name})`,
    receivedAt: intake.createdAt,
    unmapped: sql<IntakeEvent['unmapped']>`coalesce(${intake.unmapped}, '[]')`,
    orders: sql<
      IntakeEvent['orders']
    >`(select coalesce(jsonb_agg(jsonb_build_object('id', orders.id, 'number', orders.number)
      order by orders.number), '[]') from orders where orders.id = any(${intake.orders}))`,
  },
  joined: [{ table: sources, on: eq(sources.id, intake.source) }],
})

/** Events with what came, as text; null once it was deleted. */
export const readWholeIntake = async (db: Executor, ids: readonly string[]): Promise<WholeIntake[]> => {
  const records = await intakeList.read(db, ids)
  const rows = await db
    .select({
      id: intake.id,
      understood: intake.understood,
      differences: intake.differences,
      notes: intake.notes,
      headers: intakeBodies.headers,
      body: intakeBodies.body,
    })
    .from(intake)
    .leftJoin(intakeBodies, eq(intakeBodies.event, intake.id))
    .where(isOneOf(intake.id, ids))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return records.map((record) => {
    const row = byId.get(record.id)
    return {
      ...record,
      raw: row?.body?.toString('utf8') ?? null,
      headers: row?.headers ?? {},
      understood: row?.understood ?? null,
      differences: row?.differences ?? [],
      notes: row?.notes ?? [],
    }
  })
}
