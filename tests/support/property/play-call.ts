import { expect } from 'vitest'
import type { ChangeReport } from '../../../domain/changes.ts'
import type { Code } from '../../../domain/codes.ts'
import type { ApiAnswer, Fields } from '../api/caller.ts'
import type { Call } from './call.ts'
import { learnLines } from './learn-lines.ts'
import type { Foreseen } from './model.ts'
import { send, type World } from './world.ts'

/** The status that each refusal comes with. */
const statuses: Partial<Record<Code, number>> = {
  PRODUCT_NOT_FOUND: 400,
  DELIVERY_GUY_NOT_FOUND: 400,
  DELIVERY_GUY_REQUIRED: 400,
  COMMENT_REQUIRED: 400,
  DATE_REQUIRED: 400,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  STALE_VERSION: 412,
}

/** Makes a call and fails unless answer and history are what the model foresaw of them. */
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
  const told = status < 300 ? { status } : { status, code: body?.code }
  if ('code' in foreseen) {
    expect(told).toEqual({ status: statuses[foreseen.code] ?? 409, code: foreseen.code })
  } else {
    expect(told).toEqual({ status: 'created' in foreseen ? 201 : 200 })
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
