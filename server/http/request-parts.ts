import type { FastifyRequest } from 'fastify'
import { idOfPath } from '../../domain/calls/call-policy.ts'
import { isId } from '../../domain/lib/field.ts'
import { plainText } from '../../domain/lib/typed/clean-text.ts'
import { clientAddress } from '../core/client-address.ts'
import { Refused } from '../core/errors.ts'
import type { Client } from '../services/users/record-access.ts'

/** `:id` of the path, lower case. @throws Refused `NOT_FOUND` if invalid */
export const recordId = (request: FastifyRequest): string => {
  const { id } = request.params as { id?: string }
  const clean = idOfPath(plainText(id ?? ''))
  if (!isId(clean)) throw new Refused('NOT_FOUND')
  return clean.toLowerCase()
}

/** Who calls, for the history. */
export const clientOfCall = (request: FastifyRequest): Client => ({
  address: clientAddress(request),
  userAgent: request.headers['user-agent'],
})

/** Version in `If-Match: "<version>"`; null if missing or `*`. */
export const ifMatch = (request: FastifyRequest): number | null => {
  const header = request.headers['if-match']?.trim()
  if (header === undefined || header === '*') return null
  const version = /^(?:W\/)?"(\d{1,9})"$/.exec(header)?.[1]
  if (version === undefined) throw new Refused('PRECONDITION_INVALID')
  return Number(version)
}

/** The query string for list definitions. */
export const queryOf = (request: FastifyRequest): Record<string, unknown> =>
  request.query as Record<string, unknown>

/** Refuses unknown query parameters. */
export const refuseQuery = (request: FastifyRequest, known: readonly string[] = []): void => {
  const errors = Object.keys(queryOf(request))
    .filter((name) => !known.includes(name))
    .map((path) => ({ path, code: 'UNKNOWN_PARAMETER' as const }))
  if (errors.length > 0) throw new Refused('VALIDATION_FAILED', { errors })
}

/** A query parameter that is `true` or `false`, the latter if it is left out. */
export const flagOf = (request: FastifyRequest, name: string): boolean => {
  const { [name]: written = 'false' } = queryOf(request)
  if (written === 'true' || written === 'false') return written === 'true'
  throw new Refused('VALIDATION_FAILED', { errors: [{ path: name, code: 'NOT_A_FLAG' }] })
}

/** Refuses a body. */
export const refuseBody = (request: FastifyRequest): void => {
  if (request.body === undefined || request.body === null) return
  const errors = Object.keys(request.body).map((path) => ({ path, code: 'UNKNOWN_FIELD' as const }))
  if (errors.length > 0) throw new Refused('VALIDATION_FAILED', { errors })
}
