import type { Actor } from '../../../domain/access/actor.ts'
import { validate } from '../../../domain/lib/validate.ts'
import type { Transaction } from '../../database/drizzle.ts'
import { accepted } from '../../refused.ts'
import { type Batch, differences } from '../changes/record-changes.ts'
import { applySteps } from './apply-steps.ts'
import { readHeld } from './read-held.ts'
import type { Held, ReadRecord, RecordKind } from './record-kind.ts'
import { refuseByCode } from './refuse-by-code.ts'

/** Changes the fields given and leaves the others; what changes nothing leaves no trace. */
export const updateRecord = async <Item extends ReadRecord, Row extends Held, Facts>(
  tx: Transaction,
  actor: Actor,
  kind: RecordKind<Item, Row, Facts>,
  { id, version, body }: { id: string; version: number | null; body: unknown },
  batch: Batch,
): Promise<Item> => {
  const verb = kind.verbs.update
  const record = await readHeld(tx, actor, kind, { id, version, verb })
  const { country } = record
  const update = accepted(validate(kind.updateFields, body, { country, partial: true }))
  const next = { ...record, ...update }
  const facts = await kind.findFacts(tx, [{ record, next }], { lock: true })
  refuseByCode(kind.whyNot.update(actor, record, next, facts))
  if (differences(record, next) !== null) await applySteps(tx, actor, kind, batch, [{ record, next, verb }])
  return (await kind.read(tx, [id]))[0]!
}
