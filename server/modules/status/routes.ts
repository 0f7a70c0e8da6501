import type { FastifyInstance } from 'fastify'
import { serverStatusShapes } from '../../../domain/status/server-status.ts'
import { Refused } from '../../core/errors.ts'
import type { ServerContext } from '../../db/context.ts'
import { permit } from '../../http/auth.ts'
import { refuseQuery } from '../../http/request-parts.ts'
import { shapesJson } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { type Installation, openStatus } from './read-status.ts'

const call = describe.call({
  id: 'readStatus',
  tag: 'status',
  summary: 'Read how the server does',
  detail:
    'Version, database, standby, disk, queues, backups, the last rehearsal of a restore, and the mail server: of the instance that answers. Database, backups and mail server are asked again after some seconds.',
  verbs: ['status.view'],
  answers: { 200: shapesJson('ServerStatus', serverStatusShapes) },
  refuses: ['NOT_FOUND'],
})

/** `installation`: null for an application without a server of its own, as some tests build. */
export const statusRoutes = (
  app: FastifyInstance,
  context: ServerContext,
  installation: Installation | null,
): void => {
  const read = installation === null ? null : openStatus(context, installation)
  app.get('/status', call, async (request) => {
    permit(request, 'status.view')
    refuseQuery(request)
    if (read === null) throw new Refused('NOT_FOUND')
    return read()
  })
}
