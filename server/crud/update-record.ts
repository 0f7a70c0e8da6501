import type { Actor } from '../../domain/access/actor.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import type { Fields, Values } from '../../domain/lib/field.ts'
import type { Shapes } from '../../domain/lib/shape.ts'
import { saysMoreThan, validateUpdate } from '../../domain/lib/validate.ts'
import { resources } from '../../domain/resources.ts'
import { accepted } from '../core/errors.ts'
import type { Transaction } from '../db/drizzle.ts'
import { applySteps } from './apply-steps.ts'
import { holdImages } from './hold-images.ts'
import { readHeld } from './lock-records.ts'
import { type Batch, differences } from './record-changes.ts'
import { refuseByCode } from './refuse-by-code.ts'
import type { Held, ReadRecord, RecordKind } from './resource-definition.ts'

type Updated<F extends Fields> = {
  fields: F
  shapes: Shapes
  country: CountryCode
  /** Reads the record as the API gives it, in the transaction that has it locked. */
  readPresent: () => Promise<object | undefined>
}

/** What a body changes of a locked record. @throws Refused */
export const readUpdate = async <F extends Fields>(
  body: unknown,
  { fields, shapes, country, readPresent }: Updated<F>,
): Promise<Values<F>> => {
  const present = saysMoreThan(fields, body) ? ((await readPresent()) ?? null) : null
  return accepted(validateUpdate(fields, { shapes, present }, body, { country }))
}

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
  const { resource } = kind.source
  const update = await readUpdate(body, {
    fields: kind.updateFields,
    shapes: resources[resource].shapes,
    country: record.country,
    readPresent: async () => (await kind.read(tx, [id]))[0],
  })
  await holdImages(tx, kind.updateFields, update, { at: batch.at, record })
  const { columns, notes } = splitNotes(update, kind.notes)
  const next = { ...record, ...columns, ...notes }
  const facts = await kind.findFacts(tx, [{ record, next }], { lock: true })
  refuseByCode(kind.whyNot.update(actor, record, next, facts))
  const isChanged = differences<object>(record, columns) !== null
  if (isChanged) await applySteps(tx, actor, kind, batch, [{ record, next, verb }])
  return (await kind.read(tx, [id]))[0]!
}

/** What a change says of the record, and why; an empty note is none. */
const splitNotes = (update: Record<string, unknown>, names: readonly string[] = []) => {
  const isNote = ([name]: [string, unknown]): boolean => names.includes(name)
  const entries = Object.entries(update)
  return {
    columns: Object.fromEntries(entries.filter((entry) => !isNote(entry))),
    notes: Object.fromEntries(entries.filter((entry) => isNote(entry) && entry[1] !== null)),
  }
}
