import type { CountryCode } from '../../domain/countries.ts'
import type { Fields, Values } from '../../domain/lib/field.ts'
import type { Shapes } from '../../domain/lib/shape.ts'
import { saysMoreThan, validateUpdate } from '../../domain/lib/validate-update.ts'
import { accepted } from '../refused.ts'

type Updated<F extends Fields> = {
  fields: F
  shapes: Shapes
  country: CountryCode
  /** Reads the record as the API gives it, in the transaction that has it locked. */
  readPresent: () => Promise<object | undefined>
}

/** What a body changes of a locked record. @throws Refused */
export const readUpdate = async <F extends Fields>(
  body: unknown,
  { fields, shapes, country, readPresent }: Updated<F>,
): Promise<Values<F>> => {
  const present = saysMoreThan(fields, body) ? ((await readPresent()) ?? null) : null
  return accepted(validateUpdate(fields, { shapes, present }, body, { country }))
}
