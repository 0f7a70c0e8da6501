import { STATUS_CODES } from 'node:http'
import { problemShapes } from '../../domain/changes/changes.ts'
import type { Code } from '../../domain/core/codes.ts'
import { mayNeedProof } from '../auth/proof.ts'
import { statusOf } from '../problems/problem.ts'
import type { CallDescription, SchemaCollection } from './collect-calls.ts'
import { type JsonSchema, titled } from './json-schema.ts'
import type { OpenApiResponse, SchemaReference } from './openapi.ts'
import type { RequestHeader } from './operation.ts'
import { shapesSchema } from './schemas.ts'

/** Codes that any call may answer. */
const always: readonly Code[] = [
  'VALIDATION_FAILED',
  'INVALID_TEXT',
  'OVERLOADED',
  'TOO_MANY_CALLS',
  'DATABASE_UNAVAILABLE',
  'DISK_FULL',
  'INTERNAL',
]
const ofWrites: readonly Code[] = [
  'BAD_JSON',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'CONFLICT',
  'TOO_MANY_CHANGES',
]

/** Every call with a session may be sent a key, which most calls of one's own account refuse. */
const unauthorized = ['UNAUTHORIZED', 'KEY_UNKNOWN', 'KEY_REVOKED', 'KEY_EXPIRED'] as const
const keyShutOut = ['KEY_OWNER_INACTIVE', 'KEY_ROLE_CHANGED', 'KEY_COUNTRY_CHANGED', 'KEY_FORBIDDEN'] as const
const notAdmitted = ['EMAIL_NOT_VERIFIED', 'NOT_ACTIVATED', 'SECOND_FACTOR_NEEDED', ...keyShutOut] as const

const ofAccess: Record<CallDescription['access'], readonly Code[]> = {
  public: [],
  session: [...unauthorized, ...keyShutOut],
  admitted: [...unauthorized, ...notAdmitted],
}

const ofHeaders: Partial<Record<RequestHeader, readonly Code[]>> = {
  'Idempotency-Key': [
    'IDEMPOTENCY_KEY_INVALID',
    'IDEMPOTENCY_KEY_REUSED',
    'IDEMPOTENCY_IN_FLIGHT',
    'TOO_MANY_KEYS',
    'ANSWER_GONE',
    'FORBIDDEN',
  ],
  Prefer: ['CANCELLED', 'INTERRUPTED'],
  'If-Match': ['PRECONDITION_INVALID', 'STALE_VERSION'],
}

/** All codes of a call: from its parts, and its own. */
export const codesOf = ({ method, url, access, operation }: CallDescription): Code[] => [
  ...new Set([
    ...always,
    ...ofAccess[access],
    ...(mayNeedProof(method, url) ? (['PROOF_NEEDED'] as const) : []),
    ...(operation.verbs.length > 0 ? (['FORBIDDEN'] as const) : []),
    ...(url.includes(':') ? (['NOT_FOUND'] as const) : []),
    ...(method === 'GET' ? [] : ofWrites),
    ...operation.headers.flatMap((header) => ofHeaders[header] ?? []),
    ...operation.refuses,
  ]),
]

/** Common refusals by component name. */
const shared = {
  Unauthorized: unauthorized,
  NotAdmitted: [...notAdmitted, 'FORBIDDEN'],
  NotFound: ['NOT_FOUND'],
  BodyTooLarge: ['BODY_TOO_LARGE'],
  UnsupportedMediaType: ['UNSUPPORTED_MEDIA_TYPE'],
  Conflict: ['CONFLICT'],
  IdempotencyKeyReused: ['IDEMPOTENCY_KEY_REUSED'],
  Internal: ['INTERNAL'],
  TooManyCalls: ['TOO_MANY_CALLS'],
  Unavailable: ['OVERLOADED', 'DATABASE_UNAVAILABLE'],
  DiskFull: ['DISK_FULL'],
} as const satisfies Record<string, readonly Code[]>

const problem = titled('Problem', shapesSchema(problemShapes))

export const sharedRefusals = (schemas: SchemaCollection): Record<string, OpenApiResponse> =>
  Object.fromEntries(Object.entries(shared).map(([name, codes]) => [name, refusal(codes, schemas)]))

/** One answer per status with its codes. `record`: schema of the call's resource, for stale writes. */
export const refusalsOf = (
  call: CallDescription,
  schemas: SchemaCollection,
  record: JsonSchema | undefined,
): Record<string, OpenApiResponse | SchemaReference> => {
  const all = codesOf(call)
  const statuses = [...new Set(all.map((code) => statusOf[code]))].sort()
  return Object.fromEntries(
    statuses.map((status) => {
      const codes = all.filter((code) => statusOf[code] === status)
      const name = sharedName(codes)
      if (name !== undefined) return [status, { $ref: `#/components/responses/${name}` }]
      const present = codes.includes('STALE_VERSION')
        ? (record ?? call.operation.answers[200]?.schema)
        : undefined
      return [status, refusal(codes, schemas, present)]
    }),
  )
}

const sharedName = (codes: readonly Code[]): string | undefined =>
  Object.entries(shared).find(([, known]) => known.join() === codes.join())?.[0]

/** `present`: schema of the current record, for stale writes. */
const refusal = (
  codes: readonly Code[],
  schemas: SchemaCollection,
  present?: JsonSchema,
): OpenApiResponse => {
  const status = statusOf[codes[0]!]
  const code: JsonSchema = { type: 'string', enum: codes }
  const narrowed: JsonSchema = {
    type: 'object',
    properties: present === undefined ? { code } : { code, current: present },
    required: ['code'],
  }
  return {
    description: `${STATUS_CODES[status] ?? status}: ${codes.join(', ')}`,
    ...([429, 503, 507].includes(status) ? { headers: retryAfter } : {}),
    content: { 'application/problem+json': { schema: schemas.add({ allOf: [problem, narrowed] }) } },
  }
}

const retryAfter = {
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
} as const
