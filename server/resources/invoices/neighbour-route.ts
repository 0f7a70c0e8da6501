import type { FastifyInstance } from 'fastify'
import { invoiceNeighbourShapes, invoices } from '../../../domain/invoices/invoice.ts'
import type { ServerContext } from '../../db/context.ts'
import { permit } from '../../http/auth.ts'
import { queryOf, recordId, refuseQuery } from '../../http/request-parts.ts'
import { shapesJson } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { listParameters } from '../../openapi/list-parameters.ts'
import { findNeighbours, invoiceList } from '../../queries/invoices.ts'
import { getRecord, inOneSnapshot } from '../record-routes.ts'

/** Filter and sort parameters, without pages. */
const parameters = listParameters(invoices.list).filter(({ name }) => name !== 'limit' && name !== 'skip')

const call = describe.call({
  id: 'findInvoiceNeighbours',
  tag: 'invoices',
  summary: 'Find which invoices stand beside one in a list',
  verbs: ['invoice.list'],
  parameters,
  answers: { 200: shapesJson('InvoiceNeighbours', invoiceNeighbourShapes) },
})

export const neighbourRoute = (app: FastifyInstance, context: ServerContext): void => {
  app.get('/invoices/:id/neighbours', call, async (request) => {
    refuseQuery(
      request,
      parameters.map(({ name }) => name),
    )
    const actor = permit(request, 'invoice.list')
    const id = recordId(request)
    return inOneSnapshot(context, async (tx) => {
      await getRecord(tx, invoiceList.read, actor, 'invoice.view', id)
      return findNeighbours(tx, actor, id, queryOf(request))
    })
  })
}
