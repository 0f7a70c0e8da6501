import { STATUS_CODES } from 'node:http'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Problem } from '../../domain/changes.ts'
import type { Code } from '../../domain/codes.ts'
import { defaultLanguage, type LanguageCode } from '../../domain/languages.ts'
import de from '../../locales/de/errors.json' with { type: 'json' }
import en from '../../locales/en/errors.json' with { type: 'json' }
import es from '../../locales/es/errors.json' with { type: 'json' }
import fr from '../../locales/fr/errors.json' with { type: 'json' }
import it from '../../locales/it/errors.json' with { type: 'json' }
import ru from '../../locales/ru/errors.json' with { type: 'json' }
import { isDatabaseGone } from '../db/connection-errors.ts'
import { Refused } from '../errors.ts'
import { describeBug } from './request-log.ts'
import { acceptedLanguages } from './request-parts.ts'

// A code that a language does not name yet is said in English.
const texts: Record<LanguageCode, Partial<Record<Code, string>>> = { fr, en, de, it, es, ru }

export type Detail = { language: LanguageCode; text: string }

/** The text of a code in the language that `Accept-Language` prefers of ours; French when it names none. */
export const detailOf = (code: Code, acceptLanguage: string | undefined): Detail => {
  const language = acceptedLanguages(acceptLanguage)[0] ?? defaultLanguage
  return { language, text: texts[language][code] ?? en[code] }
}

/** Seconds after which a code is worth another try; a refusal that knows better carries its own. */
export const retryAfter: Partial<Record<Code, number>> = {
  DATABASE_UNAVAILABLE: 2,
  DISK_FULL: 30,
  OVERLOADED: 2,
  READ_TOO_SLOW: 10,
  TOO_MANY_CALLS: 2,
  IDEMPOTENCY_IN_FLIGHT: 1,
  INTERRUPTED: 2,
}

/** `type` of a problem of RFC 9457. */
export const problemType = (code: Code): string =>
  `urn:waybill:problem:${code.toLowerCase().replaceAll('_', '-')}`

/** What any thrown error is answered as, also where Drizzle has wrapped it. What nobody foresaw is a bug: `INTERNAL`, and the only one that is logged as an error. */
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

/** Unique indexes and checks whose breach has a name of its own; any other is `CONFLICT`. */
const constraints: Record<string, { code: Code; path?: string }> = {
  users_email_key: { code: 'EMAIL_TAKEN', path: 'email' },
  packages_pack_key: { code: 'PACK_TAKEN', path: 'pack' },
  orders_external_ref_key: { code: 'ALREADY_IMPORTED', path: 'externalRef' },
  imports_file_key: { code: 'FILE_ALREADY_IMPORTED' },
  products_stock_check: { code: 'STOCK_RESERVED', path: 'quantity' },
}

const sqlStates: Record<string, Code> = {
  '22021': 'INVALID_TEXT', // character_not_in_repertoire: NUL
  '22P05': 'INVALID_TEXT', // untranslatable_character: \u0000 in jsonb
  '22P02': 'VALIDATION_FAILED', // invalid_text_representation: not a uuid, not a number
  '22003': 'TOO_LARGE', // numeric_value_out_of_range
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
  403: 'NOT_FOUND', // a folder of the console, or a path that climbs
  404: 'NOT_FOUND',
  406: 'UNSUPPORTED_MEDIA_TYPE',
  412: 'PRECONDITION_INVALID',
  413: 'BODY_TOO_LARGE',
  414: 'TOO_LONG',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  416: 'PRECONDITION_INVALID',
  503: 'OVERLOADED',
}

/** Errors of the framework, of its body parsers and of multipart carry the status that they ask for. */
const ofFastify = ({ code, statusCode }: HttpError): Refused | null => {
  const status = statusCode ?? 0
  const mapped =
    httpCodes[code ?? ''] ?? httpStatuses[status] ?? (status >= 400 && status < 500 ? 'BAD_JSON' : undefined)
  return mapped === undefined ? null : new Refused(mapped)
}

/** The only place where a code becomes an HTTP status. Codes that stand on one field are 400 when they stand alone. */
export const statusOf: Record<Code, number> = {
  UNAUTHORIZED: 401,
  BAD_CREDENTIALS: 401,
  EMAIL_NOT_VERIFIED: 403,
  NOT_ACTIVATED: 403,
  FORBIDDEN: 403,
  TOO_MANY_ATTEMPTS: 429,

  VALIDATION_FAILED: 400,
  REQUIRED: 400,
  UNKNOWN_FIELD: 400,
  READ_ONLY: 400,
  UNKNOWN_PARAMETER: 400,
  NOT_TEXT: 400,
  NOT_A_NUMBER: 400,
  NOT_AN_INTEGER: 400,
  NOT_A_CHOICE: 400,
  NOT_A_FLAG: 400,
  NOT_A_DATE: 400,
  DATE_RANGE_INVALID: 400,
  NOT_AN_ID: 400,
  NOT_A_LIST: 400,
  NOT_A_URL: 400,
  TOO_SHORT: 400,
  TOO_LONG: 400,
  TOO_SMALL: 400,
  TOO_LARGE: 400,
  TOO_MANY_DECIMALS: 400,
  TOO_MANY_IDS: 400,
  INVALID_EMAIL: 400,
  INVALID_PHONE: 400,
  INVALID_TEXT: 400,
  PASSWORD_TOO_SHORT: 400,
  PASSWORD_TOO_LONG: 400,
  EMAIL_LOOK_ALIKE: 400,
  PASSWORD_TOO_COMMON: 400,
  PASSWORD_WRONG: 400,
  BAD_JSON: 400,
  BODY_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,

  NOT_FOUND: 404,
  PRODUCT_NOT_FOUND: 400,
  PRODUCT_AMBIGUOUS: 400,
  OWNER_NOT_FOUND: 400,
  DELIVERY_GUY_NOT_FOUND: 400,
  AFFILIATE_NOT_FOUND: 400,
  PACKAGE_NOT_FOUND: 400,
  EMAIL_TAKEN: 409,
  PACK_TAKEN: 409,
  VIEW_NAME_TAKEN: 409,
  LINK_INVALID: 400,
  SELF_CHANGE: 409,
  STALE_VERSION: 412,
  PRECONDITION_INVALID: 400,
  CONFLICT: 409,
  IN_USE: 409,

  NO_SUCH_TRANSITION: 409,
  ALREADY_THERE: 409,
  SAME_COMMENT: 409,
  ALREADY_TAKEN: 409,
  COMMENT_REQUIRED: 400,
  OUT_OF_STOCK: 409,
  STOCK_RESERVED: 409,
  SHIPPING_IS_OUT: 409,
  ORDER_IS_CONFIRMED: 409,
  SHIPPING_IS_OVER: 409,
  DELIVERY_GUY_REQUIRED: 400,
  DATE_REQUIRED: 400,
  ALREADY_INVOICED: 409,
  INVOICE_IS_PAID: 409,
  EXPEDITION_IS_CONFIRMED: 409,
  STOCK_USED: 409,
  CLAIMED_BY_ANOTHER: 409,
  SHARED_BY_ANOTHER: 403,
  TOO_MANY_VIEWS: 409,
  PREFERENCES_TOO_LARGE: 413,
  MOVED_ON: 409,
  ALREADY_UNDONE: 409,
  NOT_UNDOABLE: 409,

  NOTHING_TO_REPEAT: 409,
  OTHER_LIST: 409,
  ONE_AT_A_TIME: 409,
  NOTHING_IN_HAND: 409,
  NO_STEPS: 409,
  NO_MACROS: 409,
  STEP_GONE: 409,
  STEP_FORBIDDEN: 409,

  IDEMPOTENCY_KEY_REUSED: 422,
  IDEMPOTENCY_IN_FLIGHT: 409,
  IDEMPOTENCY_KEY_INVALID: 400,
  TOO_MANY_KEYS: 429,
  ANSWER_GONE: 410,

  FILE_MISSING: 400,
  FILE_TOO_LARGE: 413,
  FILE_NOT_A_SPREADSHEET: 400,
  FILE_TOO_COMPLEX: 400,
  FILE_EMPTY: 400,
  FILE_TOO_MANY_ROWS: 400,
  FILE_WITHOUT_HEADER: 400,
  FILE_ALREADY_IMPORTED: 409,
  MISSING_COLUMN: 400,
  ALREADY_IMPORTED: 409,
  DUPLICATE_IN_FILE: 409,

  DATABASE_UNAVAILABLE: 503,
  DISK_FULL: 507,
  OVERLOADED: 503,
  READ_TOO_SLOW: 503,
  TOO_MANY_CALLS: 429,
  CANCELLED: 409,
  INTERRUPTED: 503,
  JOB_ENDED: 409,
  FILE_GONE: 404,
  INTERNAL: 500,
}

/** Answers everything thrown anywhere as a problem of RFC 9457. */
export const registerErrors = (app: FastifyInstance): void => {
  app.setErrorHandler((error, request, reply) => answerProblem(error, request, reply))
}

/** Also for what fails before a route is found, where no error handler runs. */
export const answerProblem = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  const refused = refusalOf(error)
  const status = statusOf[refused.code]
  if (refused.code === 'INTERNAL')
    request.log.error({ requestId: request.id, bug: describeBug(error) }, 'a bug')
  else if (status >= 500) request.log.warn({ requestId: request.id, reason: reasonOf(error) }, refused.code)
  const detail = detailOf(refused.code, request.headers['accept-language'])
  const problem: Problem = {
    type: problemType(refused.code),
    title: STATUS_CODES[status] ?? 'Error',
    status,
    code: refused.code,
    detail: detail.text,
    ...(refused.errors === undefined ? {} : { errors: refused.errors }),
    requestId: request.id,
    ...(refused.current === undefined ? {} : { current: refused.current }),
  }
  const seconds = refused.retryAfter ?? retryAfter[refused.code]
  if (seconds !== undefined) reply.header('retry-after', String(seconds))
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  return reply
    .code(status)
    .header('content-language', detail.language)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(problem)
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? ((error as FastifyError).code ?? error.name) : typeof error
