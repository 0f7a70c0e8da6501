import type { Code } from '../../domain/core/codes.ts'
import { Refused } from '../core/errors.ts'
import { isDatabaseGone } from '../db/connection-errors.ts'

/** Converts any error, also wrapped by Drizzle. Unexpected ones become `INTERNAL`, the only code logged as error. */
export const refusalOf = (error: unknown): Refused => {
  if (isDatabaseGone(error)) return new Refused('DATABASE_UNAVAILABLE')
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof Refused) return cause
    const known = ofPostgres(cause as PostgresError) ?? ofFastify(cause as HttpError)
    if (known !== null) return known
  }
  return new Refused('INTERNAL')
}

type PostgresError = Error & { code?: string; constraint?: string; severity?: string }

type HttpError = Error & { code?: string; statusCode?: number }

/** Constraint violations with their own code; others are `CONFLICT`. */
const constraints: Record<string, { code: Code; path?: string }> = {
  users_email_key: { code: 'EMAIL_TAKEN', path: 'email' },
  blocked_phone_key: { code: 'ALREADY_BLOCKED', path: 'phone' },
  tariffs_reach_key: { code: 'TARIFF_TAKEN', path: 'from' },
  advertising_cost_key: { code: 'AD_COST_TAKEN', path: 'day' },
  packages_pack_key: { code: 'PACK_TAKEN', path: 'pack' },
  orders_external_ref_key: { code: 'ALREADY_IMPORTED', path: 'externalRef' },
  imports_file_key: { code: 'FILE_ALREADY_IMPORTED' },
  products_stock_check: { code: 'STOCK_RESERVED', path: 'quantity' },
}

/** SQL states caused by input. Not `numeric_value_out_of_range`: fields are bounded, so an overflow is a bug. */
const sqlStates: Record<string, Code> = {
  '22021': 'INVALID_TEXT', // character_not_in_repertoire: NUL
  '22P05': 'INVALID_TEXT', // untranslatable_character: \u0000 in jsonb
  '22P02': 'VALIDATION_FAILED', // invalid_text_representation: not a uuid, not a number
  '22008': 'NOT_A_DATE', // datetime_field_overflow
  '23502': 'CONFLICT',
  '23503': 'CONFLICT',
  '23505': 'CONFLICT',
  '23514': 'CONFLICT',
  '40001': 'OVERLOADED', // serialization_failure, after its retries
  '40P01': 'OVERLOADED', // deadlock_detected, after its retries
  '55P03': 'OVERLOADED', // lock_not_available
  '57014': 'OVERLOADED', // query_canceled: statement_timeout
  '53100': 'DISK_FULL',
  '53400': 'DISK_FULL', // configuration_limit_exceeded: temp_file_limit
  '53200': 'DATABASE_UNAVAILABLE', // out_of_memory
  '58030': 'DATABASE_UNAVAILABLE', // io_error
}

const ofPostgres = ({ code, constraint, severity }: PostgresError): Refused | null => {
  if (code === undefined || severity === undefined) return null
  const named = constraint === undefined ? undefined : constraints[constraint]
  if (named) {
    const errors = named.path === undefined ? undefined : [{ path: named.path, code: named.code }]
    return new Refused(named.code, { errors })
  }
  const mapped = sqlStates[code]
  return mapped === undefined ? null : new Refused(mapped)
}

const httpCodes: Record<string, Code> = {
  FST_ERR_NOT_FOUND: 'NOT_FOUND',
  FST_ERR_MAX_PARAM_LENGTH: 'NOT_FOUND',
  FST_ERR_BAD_URL: 'INVALID_TEXT',
  FST_REQ_FILE_TOO_LARGE: 'FILE_TOO_LARGE',
}

const httpStatuses: Record<number, Code> = {
  400: 'BAD_JSON',
  403: 'NOT_FOUND', // a folder of the console, or path traversal
  404: 'NOT_FOUND',
  406: 'UNSUPPORTED_MEDIA_TYPE',
  412: 'PRECONDITION_INVALID',
  413: 'BODY_TOO_LARGE',
  414: 'TOO_LONG',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  416: 'PRECONDITION_INVALID',
  503: 'OVERLOADED',
}

/** Errors of Fastify, its body parsers and multipart carry their status. */
const ofFastify = ({ code, statusCode }: HttpError): Refused | null => {
  const status = statusCode ?? 0
  const mapped =
    httpCodes[code ?? ''] ?? httpStatuses[status] ?? (status >= 400 && status < 500 ? 'BAD_JSON' : undefined)
  return mapped === undefined ? null : new Refused(mapped)
}
