import { expect } from 'vitest'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import type { Code } from '../../../domain/core/codes.ts'
import type { ApiAnswer, Fields } from '../api/caller.ts'
import type { Call } from './call.ts'
import type { AnyRecord, Foreseen, Line, Model } from './model.ts'
import { send, type World } from './world.ts'

type Row = {
  id: string
  batch_id: string
  resource: string
  record_id: string
  version: number
  verb: string
  after: Record<string, unknown>
}

/**
 * Reads history lines since the last call: the model learns ids from them, and the test fails if they differ from the model's.
 */
const learnLines = async (world: World): Promise<void> => {
  const { model, api } = world
  const { rows } = await api.context.pool.query<Row>(
    'select id, batch_id, resource, record_id, version, verb, after from changes where id > $1 order by id',
    [world.lastLine],
  )
  world.lastLine = rows.at(-1)?.id ?? world.lastLine
  const lines = takeLines(model)
  const fresh = [...rows]
  // Orders first: they identify their parcels.
  for (const line of lines.toSorted((one, other) => rank(one) - rank(other))) {
    if (line.record.id === '') line.record.id = takeRow(model, fresh, line)?.record_id ?? ''
  }
  expect(
    rows.map(({ resource, record_id, version, verb }) => [resource, record_id, version, verb]).sort(),
  ).toEqual(lines.map(({ record, version, verb }) => [record.resource, record.id, version, verb]).sort())
  if (rows[0] !== undefined) model.batches.at(-1)!.id = rows[0].batch_id
}

/** Lines of the model's batch; a batch without lines is none. */
const takeLines = (model: Model): readonly Line[] => {
  const batch = model.batches.at(-1)
  if (batch === undefined || batch.id !== '') return []
  if (batch.lines.length === 0) model.batches.pop()
  return batch.lines
}

const rank = ({ record }: Line): number => (record.resource === 'orders' ? 0 : 1)

/** The first row that may have created the line's record. */
const takeRow = (model: Model, rows: Row[], { record }: Line): Row | undefined => {
  const index = rows.findIndex((row) => row.resource === record.resource && isOf(model, row, record))
  return index < 0 ? undefined : rows.splice(index, 1)[0]
}

const isOf = (model: Model, { version, after }: Row, record: AnyRecord): boolean => {
  if (version !== 1) return false
  switch (record.resource) {
    case 'shippings':
      return model.orders.find(({ shipping }) => shipping === record)!.id === after.order
    case 'invoices':
      return record.owner === after.owner && record.week === after.week
    default:
      return true
  }
}

/** The HTTP status of each refusal. */
const statuses: Partial<Record<Code, number>> = {
  PRODUCT_NOT_FOUND: 400,
  DELIVERY_GUY_NOT_FOUND: 400,
  DELIVERY_GUY_REQUIRED: 400,
  COMMENT_REQUIRED: 400,
  REASON_REQUIRED: 400,
  COLLECTED_TOO_MUCH: 400,
  DATE_REQUIRED: 400,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  STALE_VERSION: 412,
}

/** Makes a call and fails unless answer and history match the model's prediction. */
export const playCall = async (world: World, call: Call): Promise<ApiAnswer<Fields>> => {
  const { model, api } = world
  model.at = api.context.now().getTime()
  const foreseen = call.foresee(model)
  const answer = await send(world, call)
  expectStatus(foreseen, answer)
  await learnLines(world)
  expectBody(foreseen, answer)
  return answer
}

const expectStatus = (foreseen: Foreseen, { status, body }: ApiAnswer<Fields>): void => {
  const actual = status < 300 ? { status } : { status, code: body?.code }
  if ('code' in foreseen) {
    expect(actual).toEqual({ status: statuses[foreseen.code] ?? 409, code: foreseen.code })
  } else {
    expect(actual).toEqual({ status: 'created' in foreseen ? 201 : 200 })
  }
}

const expectBody = (foreseen: Foreseen, { body }: ApiAnswer<Fields>): void => {
  if ('body' in foreseen) expect(body).toMatchObject(foreseen.body())
  if ('report' in foreseen) expect(outcomesOf(body as ChangeReport)).toEqual(foreseen.report())
}

const outcomesOf = ({ changed, refused, counts }: ChangeReport) => {
  expect(counts).toMatchObject({ changed: changed.length, refused: refused.length })
  return {
    changed: Object.fromEntries(changed.map(({ id, version }) => [id, version])),
    refused: Object.fromEntries(refused.map(({ id, code }) => [id, code])),
  }
}
