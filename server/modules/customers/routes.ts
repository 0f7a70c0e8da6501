import type { FastifyInstance } from 'fastify'
import { countryCodes } from '../../../domain/core/countries.ts'
import { customerShapes } from '../../../domain/customers/customer.ts'
import { erasedPhonePrefix } from '../../../domain/customers/erased.ts'
import { Refused } from '../../core/errors.ts'
import type { ServerContext } from '../../db/context.ts'
import { permit } from '../../http/auth.ts'
import { queryOf, refuseQuery } from '../../http/request-parts.ts'
import { shapesJson } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { phoneOf, readCountry } from './asked-customer.ts'
import { readCustomer } from './read-customer.ts'

const customerCalls = {
  one: describe.call({
    id: 'getCustomer',
    tag: 'customers',
    summary: 'Read what became of every order of one phone number',
    detail:
      "The phone in any written form, `+225 07 08 09 10 11`, `002250708091011` or as it is dialled in the country that `country` names, the caller's own where it is left out. Orders of every country count, as far as the caller may see them; `outcomes` are those of the named country.",
    verbs: ['customer.view'],
    query: { country: { kind: 'choice', values: countryCodes } },
    answers: { 200: shapesJson('Customer', customerShapes) },
    refuses: ['VALIDATION_FAILED', 'NOT_FOUND'],
  }),
}

/** Customers are identified by phone. */
export const customerRoutes = (app: FastifyInstance, context: ServerContext): void => {
  app.get('/customers/:phone', customerCalls.one, async (request) => {
    const actor = permit(request, 'customer.view')
    refuseQuery(request, ['country'])
    const country = readCountry(queryOf(request).country, actor.country)
    const { phone: written } = request.params as { phone: string }
    // The orders of somebody who was erased stay together.
    const phone = written.startsWith(erasedPhonePrefix) ? written : phoneOf(written, country)
    const customer = await readCustomer(context.db, actor, { phone, country })
    if (customer === null) throw new Refused('NOT_FOUND')
    return customer
  })
}
