import { createHash } from 'node:crypto'
import { and, desc, eq } from 'drizzle-orm'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { v7 as newId } from 'uuid'
import { type Actor, actorScope } from '../../../domain/access/actor.ts'
import { type CountryCode, countryCodes } from '../../../domain/core/countries.ts'
import { choiceOf } from '../../../domain/lib/field.ts'
import {
  type ImportMapping,
  importMappingShapes,
  knownLineShapes,
  mappingInputShapes,
  mostMappings,
  readMappingInput,
} from '../../../domain/shop-files/import-mapping.ts'
import { accepted, Refused } from '../../core/errors.ts'
import type { ServerContext } from '../../db/context.ts'
import type { Executor, Transaction } from '../../db/drizzle.ts'
import { importMappings } from '../../db/schema.ts'
import { permit } from '../../http/auth.ts'
import { queryOf, recordId, refuseBody, refuseQuery } from '../../http/request-parts.ts'
import { write } from '../../http/write.ts'
import { json, pageJson, shapesJson } from '../../openapi/content.ts'
import { describe } from '../../openapi/describe.ts'
import { titled } from '../../openapi/json-schema.ts'
import { shapesSchema } from '../../openapi/schemas.ts'
import { knownLines } from '../../queries/known-lines.ts'

const mappingSchema = titled('ImportMapping', shapesSchema(importMappingShapes))

const shared = { tag: 'orders', verbs: ['order.import'] } as const

const importsCalls = {
  list: describe.call({
    ...shared,
    id: 'listImportMappings',
    summary: 'List the mappings of columns that one has used',
    detail: 'One for each set of headers. They are the caller’s own.',
    answers: { 200: pageJson('ImportMappingsPage', mappingSchema) },
  }),
  store: describe.call({
    ...shared,
    id: 'storeImportMapping',
    summary: 'Remember which columns are read as what in files with these headers',
    detail:
      'Replaces the one for the same headers. `headers` and `header` are keys: the header folded, without spaces and signs, with `#2` for the second of its kind.',
    headers: ['Idempotency-Key'],
    body: shapesJson('ImportMappingInput', mappingInputShapes),
    answers: { 200: json(mappingSchema) },
    refuses: ['TOO_MANY_MAPPINGS'],
  }),
  delete: describe.call({
    ...shared,
    id: 'deleteImportMapping',
    detail: 'Files with those headers are read by their own names again.',
    summary: 'Forget a mapping of columns',
    headers: ['Idempotency-Key'],
    answers: { 204: null },
  }),
  lines: describe.call({
    ...shared,
    id: 'listKnownLines',
    summary: 'List the products that lines of sources mean, by SKU or name',
    detail: 'Those of the sources whose orders the caller may import; exports of shops are read by them.',
    query: { country: { kind: 'choice', values: countryCodes } },
    answers: { 200: pageJson('KnownLinesPage', titled('KnownLine', shapesSchema(knownLineShapes))) },
  }),
}

/** What imports of files remember: columns that a person has chosen, and products of lines. */
export const importsRoutes = (app: FastifyInstance, context: ServerContext): void => {
  app.get('/import-mappings', importsCalls.list, async (request) => {
    const actor = permit(request, 'order.import')
    refuseQuery(request)
    const items = await readMappings(context.db, actor)
    return { items, total: items.length }
  })

  app.put('/import-mappings', importsCalls.store, async (request, reply) => {
    refuseQuery(request)
    const actor = permit(request, 'order.import')
    return write(context, request, reply, async (tx) => ({
      status: 200,
      body: await storeMapping(tx, actor, request.body, context.now()),
    }))
  })

  app.delete('/import-mappings/:id', importsCalls.delete, async (request, reply) => {
    refuseQuery(request)
    refuseBody(request)
    const actor = permit(request, 'order.import')
    const id = recordId(request)
    return write(context, request, reply, async (tx) => {
      const gone = await tx
        .delete(importMappings)
        .where(and(eq(importMappings.id, id), eq(importMappings.owner, actor.id)))
        .returning({ id: importMappings.id })
      if (gone.length === 0) throw new Refused('NOT_FOUND')
      return { status: 204 }
    })
  })

  app.get('/import-lines', importsCalls.lines, async (request) => {
    const actor = permit(request, 'order.import')
    refuseQuery(request, ['country'])
    const items = await knownLines(context.db, actor, readCountry(request, actor))
    return { items, total: items.length }
  })
}

/** Only actors with scope `all` choose the country. */
const readCountry = (request: FastifyRequest, actor: Actor): CountryCode => {
  const country = choiceOf(countryCodes, queryOf(request).country ?? actor.country)
  if (country === null)
    throw new Refused('VALIDATION_FAILED', { errors: [{ path: 'country', code: 'NOT_A_CHOICE' }] })
  if (country !== actor.country && actorScope(actor, 'order.import') !== 'all')
    throw new Refused('FORBIDDEN', { errors: [{ path: 'country', code: 'FORBIDDEN' }] })
  return country
}

const readMappings = async (db: Executor, actor: Actor): Promise<ImportMapping[]> => {
  const rows = await db
    .select()
    .from(importMappings)
    .where(eq(importMappings.owner, actor.id))
    .orderBy(desc(importMappings.updatedAt), desc(importMappings.id))
  return rows.map(toMapping)
}

const toMapping = ({
  id,
  headers,
  columns,
  updatedAt,
}: typeof importMappings.$inferSelect): ImportMapping => ({
  ...{ id, headers: [...headers], columns: [...columns] },
  updatedAt: updatedAt.toISOString(),
})

const storeMapping = async (
  tx: Transaction,
  actor: Actor,
  body: unknown,
  at: Date,
): Promise<ImportMapping> => {
  const { headers, columns } = accepted(readMappingInput(body))
  const fingerprint = createHash('sha256').update(headers.join('\n')).digest('hex')
  const [known] = await tx
    .update(importMappings)
    .set({ columns, updatedAt: at })
    .where(and(eq(importMappings.owner, actor.id), eq(importMappings.fingerprint, fingerprint)))
    .returning()
  if (known !== undefined) return toMapping(known)
  if ((await tx.$count(importMappings, eq(importMappings.owner, actor.id))) >= mostMappings)
    throw new Refused('TOO_MANY_MAPPINGS')
  const [made] = await tx
    .insert(importMappings)
    .values({ id: newId(), owner: actor.id, fingerprint, headers, columns, updatedAt: at })
    // Stored by another tab meanwhile.
    .onConflictDoUpdate({
      target: [importMappings.owner, importMappings.fingerprint],
      set: { columns, updatedAt: at },
    })
    .returning()
  return toMapping(made!)
}
