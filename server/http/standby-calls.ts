import type { FastifyRequest } from 'fastify'
import { type ResourceName, resourceNames } from '../../domain/resources.ts'
import type { ServerContext } from '../db/context.ts'

/** Accounts, keys and sessions decide who may do what: they are read on the primary alone. */
const onPrimary: readonly ResourceName[] = ['users', 'keys']

/** The calls that a standby may answer; all others, and the session and permissions of these, are read on the primary. */
export const standbyCalls: ReadonlySet<string> = new Set([
  ...resourceNames.flatMap((name) =>
    onPrimary.includes(name) ? [] : [`GET /api/${name}`, `POST /api/${name}/download`],
  ),
  'GET /api/changes',
  'GET /api/search',
  'GET /api/analytics',
  'GET /api/profit',
  'GET /api/products/:id/rates',
  'GET /api/callers',
  'GET /api/callers/calls',
  'GET /api/callers/board',
  'POST /api/callers/download',
])

/** Runs what a call reads, on the standby if the call may; then `read` may run twice. */
export const readFor = <Answer>(
  context: ServerContext,
  { method, routeOptions }: FastifyRequest,
  read: (context: ServerContext) => Promise<Answer>,
): Promise<Answer> =>
  standbyCalls.has(`${method} ${routeOptions.url}`) ? readAnywhere(context, read) : read(context)

/**
 * Runs a read on the standby, if there is one and it has all that was committed when the read began; else, or if it fails there, on the
 * primary. `read` may run twice, so it must not keep state.
 */
export const readAnywhere = async <Answer>(
  context: ServerContext,
  read: (context: ServerContext) => Promise<Answer>,
): Promise<Answer> => {
  const { standby, ...others } = context
  if (standby === undefined) return read(context)
  const found = await standby.read((db) => read({ ...others, db }))
  return found === null ? read(context) : found.answer
}
