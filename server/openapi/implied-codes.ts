import type { Code } from '../../domain/codes.ts'
import type { CallDescription } from './collect-calls.ts'
import type { RequestHeader } from './operation.ts'

/** What any call may be refused with, whatever it does. */
const always: readonly Code[] = [
  'VALIDATION_FAILED',
  'INVALID_TEXT',
  'OVERLOADED',
  'TOO_MANY_CALLS',
  'DATABASE_UNAVAILABLE',
  'DISK_FULL',
  'INTERNAL',
]
const ofWrites: readonly Code[] = ['BAD_JSON', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'CONFLICT']

const ofAccess: Record<CallDescription['access'], readonly Code[]> = {
  public: [],
  session: ['UNAUTHORIZED'],
  admitted: ['UNAUTHORIZED', 'EMAIL_NOT_VERIFIED', 'NOT_ACTIVATED'],
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

/** Every code that the answer of a call as a whole may carry: what follows from its parts, and what it names itself. */
export const codesOf = ({ method, url, access, operation }: CallDescription): Code[] => [
  ...new Set([
    ...always,
    ...ofAccess[access],
    ...(operation.verbs.length > 0 ? (['FORBIDDEN'] as const) : []),
    ...(url.includes(':') ? (['NOT_FOUND'] as const) : []),
    ...(method === 'GET' ? [] : ofWrites),
    ...operation.headers.flatMap((header) => ofHeaders[header] ?? []),
    ...operation.refuses,
  ]),
]
