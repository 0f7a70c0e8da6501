import { countryCodes } from '../../../domain/countries.ts'
import { customerShapes } from '../../../domain/customers/customer.ts'
import { shapesJson } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'

/** What the call of a customer takes and answers. */
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
