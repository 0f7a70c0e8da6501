import type { FastifyInstance } from 'fastify'
import type { CountryCode } from '../../../domain/countries.ts'
import { countryCodes } from '../../../domain/countries.ts'
import { choiceOf } from '../../../domain/lib/choice.ts'
import { parsePhone } from '../../../domain/lib/phone.ts'
import type { ServerContext } from '../../context.ts'
import { permit } from '../../http/auth.ts'
import { queryOf, refuseQuery } from '../../http/request-parts.ts'
import { Refused } from '../../refused.ts'
import { customerCalls } from './customer-calls.ts'
import { readCustomer } from './read-customer.ts'

/** A customer is a phone number: who called with it, and what became of what they ordered. */
export const customerRoutes = (app: FastifyInstance, context: ServerContext): void => {
  app.get('/customers/:phone', customerCalls.one, async (request) => {
    const actor = permit(request, 'customer.view')
    refuseQuery(request, ['country'])
    const country = readCountry(queryOf(request).country, actor.country)
    const phone = readPhone((request.params as { phone: string }).phone, country)
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

const readPhone = (text: string, country: CountryCode): string => {
  const phone = parsePhone(text, country)
  if (phone.ok) return phone.value.e164
  throw new Refused('VALIDATION_FAILED', { errors: [{ path: 'phone', code: 'INVALID_PHONE' }] })
}
