import type { FastifyInstance } from 'fastify'
import { offerRequestFields, offerTakeFields } from '../../../domain/affiliates/store.ts'
import { validate } from '../../../domain/lib/validate.ts'
import type { ServerContext } from '../../context.ts'
import { permit } from '../../http/auth.ts'
import { recordId, refuseQuery } from '../../http/request-parts.ts'
import { write } from '../../http/write.ts'
import { accepted, Refused } from '../../refused.ts'
import { newBatch } from '../change-log/record-changes.ts'
import { recordRoutes } from '../../crud/record-routes.ts'
import { affiliateCalls } from './affiliate-calls.ts'
import { affiliateBulks, affiliateKind } from './affiliate-kind.ts'
import { affiliateSource, storeSource } from './affiliate-source.ts'
import { requestOffer, takeOffer } from './use-offer.ts'

export const affiliateRoutes = (app: FastifyInstance, context: ServerContext): void => {
  recordRoutes(app, context, affiliateKind, affiliateCalls, affiliateBulks, ({ store, ...parameters }) => ({
    source: readFlag('store', store) ? storeSource : affiliateSource,
    parameters,
  }))

  app.post('/affiliates/:id/take', affiliateCalls.take, async (request, reply) => {
    refuseQuery(request)
    const actor = permit(request, 'affiliate.take')
    const id = recordId(request)
    const { country } = actor
    const take = accepted(validate(offerTakeFields, request.body ?? {}, { country }))
    return write(context, request, reply, async (tx) => ({
      status: 201,
      body: await takeOffer(tx, actor, { id, ...take }, newBatch(context)),
    }))
  })

  app.post('/affiliates/:id/request', affiliateCalls.request, async (request, reply) => {
    refuseQuery(request)
    const actor = permit(request, 'affiliate.request')
    const id = recordId(request)
    const { country } = actor
    const asked = accepted(validate(offerRequestFields, request.body, { country }))
    return write(context, request, reply, async (tx) => ({
      status: 201,
      body: await requestOffer(tx, actor, { id, ...asked }, newBatch(context)),
    }))
  })
}

const flags: ReadonlyMap<unknown, boolean> = new Map([
  [undefined, false],
  ['', false],
  ['false', false],
  ['true', true],
])

const readFlag = (path: string, value: unknown): boolean => {
  const flag = flags.get(value)
  if (flag === undefined) {
    throw new Refused('VALIDATION_FAILED', { errors: [{ path, code: 'NOT_A_FLAG' }] })
  }
  return flag
}
