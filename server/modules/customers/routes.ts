import type { FastifyInstance } from 'fastify'
import { type CountryCode, countryCodes } from '../../../domain/core/countries.ts'
import { customerShapes } from '../../../domain/customers/customer.ts'
import { choiceOf } from '../../../domain/lib/field.ts'
import { readPhone } from '../../../domain/lib/typed/read-phone.ts'
import { Refused } from '../../core/errors.ts'
import type { ServerContext } from '../../db/context.ts'
import { permit } from '../../http/auth.ts'
import { queryOf, refuseQuery } from '../../http/request-parts.ts'
import { shapesJson } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { readCustomer } from './queries.ts'

export const customerCalls = {
  one: describe.call({
    id: 'getCustomer',
    tag: 'customers',
    summary: 'Read what became of every order of one phone number',
    detail:
      "The phone in any written form, `+225 07 08 09 10 11`, `002250708091011` or as it is dialled in the country that `country` names, the caller's own where it is left out. Orders of every country count, as far as the caller may see them.",
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
    const phone = phoneOf((request.params as { phone: string }).phone, country)
    const customer = await readCustomer(context.db, actor, phone)
    if (customer === null) throw new Refused('NOT_FOUND')
    return customer
  })
}

const readCountry = (written: unknown, own: CountryCode): CountryCode => {
  if (written === undefined) return own
  const country = choiceOf(countryCodes, written)
  if (country !== null) return country
  throw new Refused('VALIDATION_FAILED', { errors: [{ path: 'country', code: 'NOT_A_CHOICE' }] })
}

const phoneOf = (text: string, country: CountryCode): string => {
  const phone = readPhone(text, country)
  if (phone.ok) return phone.value.e164
  throw new Refused('VALIDATION_FAILED', { errors: [{ path: 'phone', code: 'INVALID_PHONE' }] })
}
