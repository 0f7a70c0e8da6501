import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { Actor } from '../../../domain/access/actor.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import { type SearchHit, searchHitShapes } from '../../../domain/changes/changes.ts'
import { type ResourceName, resources } from '../../../domain/resources.ts'
import { decodeScan, scanCodeLength } from '../../../domain/scans/scan-code.ts'
import { hitOf } from '../../../domain/search/hit-of.ts'
import { Refused } from '../../core/errors.ts'
import type { ServerContext } from '../../db/context.ts'
import type { Executor } from '../../db/drizzle.ts'
import { refuseQuery } from '../../http/request-parts.ts'
import { shapesJson } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { serverResources } from '../../resources/registry.ts'

export const scanCalls = {
  one: describe.call({
    id: 'getScanned',
    tag: 'scans',
    summary: 'Read which record a scanned code stands for',
    detail: `The ${scanCodeLength} digits as they are printed: the kind, the number with leading zeros, and a check digit (Luhn). Codes that stand for no record, those of kind 9, are not found.`,
    answers: { 200: shapesJson('ScannedRecord', searchHitShapes) },
    refuses: ['SCAN_CODE_INVALID', 'NOT_FOUND'],
  }),
}

/** The record of a scanned code. */
export const scanRoutes = (app: FastifyInstance, context: ServerContext): void => {
  app.get('/scans/:code', scanCalls.one, async (request) => {
    refuseQuery(request)
    const scanned = decodeScan((request.params as { code: string }).code)
    if (scanned === null) throw new Refused('SCAN_CODE_INVALID')
    const { kind, number } = scanned
    if (kind === 'control') throw new Refused('NOT_FOUND')
    return readScanned(context.db, request.actor, kind, number)
  })
}

/** Roles without access get `NOT_FOUND`, as for records out of scope. */
const readScanned = async <Name extends ResourceName>(
  db: Executor,
  actor: Actor,
  resource: Name,
  number: number,
): Promise<SearchHit> => {
  const { view } = resources[resource].verbs
  const { source, read } = serverResources[resource]
  if (whyNot(actor, view) !== null) throw new Refused('NOT_FOUND')
  const { rows } = await db.execute<{ id: string }>(
    sql`select ${source.table.id} as id from ${source.table} where ${source.table.number} = ${number}`,
  )
  const [record] = await read(
    db,
    rows.map(({ id }) => id),
  )
  if (record === undefined || whyNot(actor, view, record) !== null) throw new Refused('NOT_FOUND')
  return hitOf(resource, record)
}
