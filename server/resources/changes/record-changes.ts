import { sql } from 'drizzle-orm'
import { v7 as newId } from 'uuid'
import type { Actor } from '../../../domain/access/actor.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import type { Executor } from '../engine/executor.ts'
import { inChunks } from '../engine/in-chunks.ts'

/** What one call wrote: its history lines share the id and the instant. */
export type Batch = { id: string; at: Date }

export const newBatch = (context: { now: () => Date }): Batch => ({ id: newId(), at: context.now() })

/** `version` is the record's once the change is made; `before` and `after` hold only the fields that changed. */
export type ChangeLine = {
  verb: string
  resource: ResourceName
  recordId: string
  version: number
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  /** The line that this one takes back. */
  undoes?: string
}

/** Appends to the history, in the transaction of the change itself. Without an actor the server did it by itself. */
export const recordChanges = async (
  tx: Executor,
  actor: Pick<Actor, 'id'> | null,
  batch: Batch,
  lines: readonly ChangeLine[],
): Promise<void> => {
  for (const chunk of inChunks(lines)) {
    const rows = JSON.stringify(chunk.map((line) => ({ ...line, id: newId() })))
    await tx.execute(sql`
      insert into changes (id, batch_id, at, actor, verb, resource, record_id, version, before, after, undoes)
      select id, ${batch.id}, ${batch.at.toISOString()}::timestamptz, ${actor?.id ?? null}::uuid, verb, resource, "recordId",
        version, nullif(before, 'null'), nullif(after, 'null'), undoes
      from jsonb_to_recordset(${rows}::jsonb) as line (id uuid, verb text, resource text, "recordId" uuid,
        version integer, before jsonb, after jsonb, undoes uuid)`)
  }
}

/** The fields of `after` that differ from `before`, both sides; null when nothing does. */
export const differences = <Fields extends object>(
  before: Fields,
  after: Partial<Fields>,
): { before: Record<string, unknown>; after: Record<string, unknown> } | null => {
  const names = (Object.keys(after) as (keyof Fields & string)[]).filter(
    (name) => after[name] !== undefined && after[name] !== before[name],
  )
  if (names.length === 0) return null
  const pick = (record: Partial<Fields>) => Object.fromEntries(names.map((name) => [name, record[name]]))
  return { before: pick(before), after: pick(after) }
}
