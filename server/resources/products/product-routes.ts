import type { FastifyInstance } from 'fastify'
import { validate } from '../../../domain/lib/field.ts'
import { productFields } from '../../../domain/products/product.ts'
import type { ServerContext } from '../../context.ts'
import { permit } from '../../plugins/auth.ts'
import { ifMatch, queryOf, recordId, refuseQuery } from '../../plugins/request-parts.ts'
import { write } from '../../plugins/write.ts'
import { accepted } from '../../refused.ts'
import { newBatch } from '../changes/record-changes.ts'
import { answerBulk } from '../engine/answer-bulk.ts'
import { readBulkBody, refuseRest } from '../engine/bulk-body.ts'
import { countryOf } from '../engine/country-of.ts'
import { getRecord } from '../engine/get-record.ts'
import { listRecords } from '../engine/list-records.ts'
import { createProduct } from './create-product.ts'
import { deleteProducts } from './delete-products.ts'
import { productSource } from './product-source.ts'
import { readProducts } from './read-products.ts'
import { updateProduct } from './update-product.ts'

export const productRoutes = (app: FastifyInstance, context: ServerContext): void => {
  app.get('/products', async (request) =>
    listRecords(context.db, productSource, readProducts, request.actor, queryOf(request)),
  )

  app.get('/products/:id', async (request) => {
    refuseQuery(request)
    return getRecord(context.db, readProducts, request.actor, 'product.view', recordId(request))
  })

  app.post('/products', async (request, reply) => {
    refuseQuery(request)
    const actor = permit(request, 'product.create')
    const country = countryOf(request.body, actor.country)
    const input = accepted(validate(productFields, request.body, { country }))
    return write(context, request, reply, async (tx) => ({
      status: 201,
      body: await createProduct(tx, actor, input, newBatch(context)),
    }))
  })

  app.put('/products/:id', async (request, reply) => {
    refuseQuery(request)
    const actor = permit(request, 'product.update')
    const edit = { id: recordId(request), version: ifMatch(request), body: request.body }
    return write(context, request, reply, async (tx) => ({
      status: 200,
      body: await updateProduct(tx, actor, edit, newBatch(context)),
    }))
  })

  app.put('/products/delete', async (request, reply) => {
    refuseQuery(request)
    const actor = permit(request, 'product.delete')
    const { target, dryRun, rest } = accepted(readBulkBody(productSource, request.body))
    accepted(refuseRest(rest))
    return answerBulk(context, request, reply, dryRun, (tx, options) =>
      deleteProducts(tx, actor, target, options),
    )
  })
}
