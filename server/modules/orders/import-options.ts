import type { FastifyRequest } from 'fastify'
import type { Actor } from '../../../domain/access/actor.ts'
import { scopeOf } from '../../../domain/access/permissions.ts'
import type { FieldProblem } from '../../../domain/codes.ts'
import { type CountryCode, countryCodes } from '../../../domain/countries.ts'
import { choiceOf } from '../../../domain/lib/choice.ts'
import { type Correction, parseCorrections } from '../../../domain/orders/import/corrections.ts'
import { type ImportMode, importModes } from '../../../domain/orders/import/import-report.ts'
import { queryOf } from '../../http/request-parts.ts'
import { Refused } from '../../refused.ts'

export type ImportOptions = {
  country: CountryCode
  dryRun: boolean
  mode: ImportMode
  corrections: readonly Correction[]
}

const flags: Record<string, boolean> = { '1': true, true: true, '0': false, false: false }
const known = ['country', 'dryRun', 'mode', 'corrections'] as const

/** How a file is to be imported, from the query or the fields beside it. Only a reach over every record chooses the country. */
export const readImportOptions = (
  request: FastifyRequest,
  actor: Actor,
  fields: Record<string, string> = {},
): ImportOptions => {
  const given: Record<string, unknown> = { ...fields, ...queryOf(request) }
  const { dryRun = '0', mode = 'valid' } = given
  const country = choiceOf(countryCodes, given.country ?? actor.country)
  const errors: FieldProblem[] = Object.keys(given)
    .filter((name) => !known.some((one) => one === name))
    .map((path) => ({ path, code: 'UNKNOWN_PARAMETER' }))
  const isDryRun = flags[String(dryRun)]
  const chosenMode = choiceOf(importModes, mode)
  if (country === null) errors.push({ path: 'country', code: 'NOT_A_CHOICE' })
  if (isDryRun === undefined) errors.push({ path: 'dryRun', code: 'NOT_A_FLAG' })
  if (chosenMode === null) errors.push({ path: 'mode', code: 'NOT_A_CHOICE' })
  const corrections = parseCorrections(given.corrections === undefined ? '[]' : String(given.corrections))
  if (!corrections.ok) errors.push(...(corrections.errors ?? []))
  if (
    errors.length > 0 ||
    country === null ||
    isDryRun === undefined ||
    chosenMode === null ||
    !corrections.ok
  ) {
    throw new Refused('VALIDATION_FAILED', { errors })
  }
  if (country !== actor.country && scopeOf(actor.role, 'order.import') !== 'all') {
    throw new Refused('FORBIDDEN', { errors: [{ path: 'country', code: 'FORBIDDEN' }] })
  }
  return { country, dryRun: isDryRun, mode: chosenMode, corrections: corrections.value }
}
