import type { FastifyInstance } from 'fastify'
import type { ServerContext } from '../../context.ts'
import { queryOf, recordId, refuseQuery } from '../../plugins/request-parts.ts'
import { getRecord } from '../engine/get-record.ts'
import { listRecords } from '../engine/list-records.ts'
import { readShippings } from './read-shippings.ts'
import { shippingCalls } from './shipping-calls.ts'
import { shippingSource } from './shipping-source.ts'

/** Shippings are made by confirmed orders. */
export const shippingRoutes = (app: FastifyInstance, context: ServerContext): void => {
  app.get('/shippings', shippingCalls.list, async (request) =>
    listRecords(context.db, shippingSource, readShippings, request.actor, queryOf(request)),
  )

  app.get('/shippings/:id', shippingCalls.one, async (request) => {
    refuseQuery(request)
    return getRecord(context.db, readShippings, request.actor, 'shipping.view', recordId(request))
  })
}
