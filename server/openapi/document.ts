import { STATUS_CODES } from 'node:http'
import { roles, type Scope, scopeOf, type Verb } from '../../domain/access/permissions.ts'
import { codes } from '../../domain/core/codes.ts'
import { statusOf } from '../problems/problem.ts'
import { type CallDescription, collectSchemas, type SchemaCollection } from './collect-calls.ts'
import type { JsonSchema } from './json-schema.ts'
import { requestHeaders } from './list-parameters.ts'
import type {
  OpenApiContent,
  OpenApiDocument,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiResponse,
} from './openapi.ts'
import type { Content, Operation, Parameter } from './operation.ts'
import { refusalsOf, sharedRefusals } from './refusals.ts'
import { describeTag } from './tags.ts'

const about = `Staff of a cash-on-delivery business work with it: orders, the parcels that they become, and what sellers are paid for them.

Log in with \`POST /api/sessions\` and send the token as \`Authorization: Bearer <token>\`. Lists answer \`{items, total}\`. Money is in major units of the record's country, instants are UTC, phones E.164. Unknown fields and parameters are refused, not ignored; enumerations are read in any case. Everything that is refused is answered as \`application/problem+json\` with a \`code\`; \`detail\` is in the language of \`Accept-Language\`.`

/** An SPDX expression: the text is the file LICENSE of the product. */
const license = { name: 'Proprietary', identifier: 'LicenseRef-Waybill' }

/** An installation has no maintainers of ours: who gives keys answers for it. */
const contact = { name: 'The administrators of this Waybill' }

/** Increase on breaking changes. */
const version = '1.0.0'

let latest: { calls: readonly CallDescription[]; document: OpenApiDocument } | null = null

/** The OpenAPI document. Cached by method, URL, access and `operationId`; do not modify it. */
export const buildDocument = (calls: readonly CallDescription[]): OpenApiDocument => {
  if (latest === null || !areSame(latest.calls, calls))
    latest = { calls: [...calls], document: documentOf(calls) }
  return latest.document
}

const areSame = (one: readonly CallDescription[], other: readonly CallDescription[]): boolean =>
  one.length === other.length &&
  one.every(({ method, url, access, operation }, at) => {
    const call = other[at]!
    return (
      method === call.method &&
      url === call.url &&
      access === call.access &&
      operation.id === call.operation.id
    )
  })

const documentOf = (calls: readonly CallDescription[]): OpenApiDocument => {
  const schemas = collectSchemas()
  const recordOf = readRecords(calls)
  const paths: OpenApiDocument['paths'] = {}
  for (const call of calls) {
    const path = call.url.replace(/:(\w+)/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [call.method.toLowerCase()]: describeCall(call, schemas, recordOf(call.url)),
    }
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Waybill', version, description: about, contact, license },
    servers: [{ url: '/' }],
    security: [{ session: [] }],
    tags: [...new Set(calls.map(({ operation }) => operation.tag))].map((name) => ({
      name,
      description: describeTag(name),
    })),
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
      responses: sharedRefusals(schemas),
      schemas: schemas.all,
    },
  }
}

/** The schema of a listed record, by the resource of a path: what a stale write is answered with, whatever the call answers else. */
const readRecords = (calls: readonly CallDescription[]) => {
  const resourceOf = (url: string) => url.split('/')[2]
  const schemas = new Map(
    calls
      .filter(({ method, url }) => method === 'GET' && /^\/api\/[^/]+$/.test(url))
      .map(({ url, operation }) => [resourceOf(url), listedIn(operation.answers[200]?.schema)]),
  )
  return (url: string): JsonSchema | undefined => schemas.get(resourceOf(url))
}

const listedIn = (list: JsonSchema | undefined): JsonSchema | undefined =>
  (list?.properties as Record<string, JsonSchema> | undefined)?.items?.items as JsonSchema | undefined

const describeCall = (
  call: CallDescription,
  schemas: SchemaCollection,
  record: JsonSchema | undefined,
): OpenApiOperation => {
  const { url, access, operation } = call
  const { id, tag, summary, detail, verbs, body } = operation
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(detail === null ? {} : { description: detail }),
    ...(access === 'public' ? { security: [] } : {}),
    ...(verbs.length === 0 ? {} : { 'x-verbs': verbs }),
    parameters: [
      ...pathParameters(url),
      ...operation.query.map((parameter) => queryParameter(parameter, schemas)),
      ...operation.headers.map((name) => headerParameter(name)),
    ],
    ...(body === null
      ? {}
      : { requestBody: { required: !body.isOptional, content: contentOf(body, schemas) } }),
    responses: { ...answers(operation, schemas), ...refusalsOf(call, schemas, record) },
  }
}

const pathParameters = (url: string): OpenApiParameter[] =>
  [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'id' ? { type: 'string', format: 'uuid' } : { type: 'string' },
  }))

/** Several values are one comma-separated string. */
const queryParameter = (
  { name, description, required, isList, schema }: Parameter,
  schemas: SchemaCollection,
): OpenApiParameter => ({
  name,
  in: 'query',
  ...(description === undefined ? {} : { description }),
  ...(required ? { required } : {}),
  ...(isList ? { style: 'form', explode: false } : {}),
  schema: schemas.add(schema),
})

const headerParameter = (name: Operation['headers'][number]): OpenApiParameter => ({
  name,
  in: 'header',
  ...requestHeaders[name],
})

const contentOf = ({ media, schema, files = [] }: Content, schemas: SchemaCollection): OpenApiContent => ({
  [media]: { schema: schemas.add(schema) },
  ...Object.fromEntries(
    files.map((file) => [file, { schema: { type: 'string', format: 'binary' } as const }]),
  ),
})

const batchHeader = {
  'Batch-Id': {
    description:
      'The batch of the change, by which it can be undone. Absent where nothing was changed, or the caller may not read the history.',
    schema: { type: 'string', format: 'uuid' },
  },
} as const

const answers = (operation: Operation, schemas: SchemaCollection): Record<string, OpenApiResponse> =>
  Object.fromEntries(
    Object.entries(operation.answers).map(([status, content]) => [
      status,
      {
        description: STATUS_CODES[status] ?? status,
        ...(operation.sendsBatch ? { headers: batchHeader } : {}),
        ...(content === null ? {} : { content: contentOf(content, schemas) }),
      },
    ]),
  )

import texts from '../../locales/en/errors.json' with { type: 'json' }

/** The document for the docs page: with roles of calls and texts of codes. */
export const annotateDocument = (document: OpenApiDocument): OpenApiDocument => {
  const { paths, components } = document
  const { Code = {}, ...schemas } = components.schemas
  return {
    ...document,
    paths: mapValues(paths, (methods) =>
      mapValues(methods, (operation) => ({
        ...operation,
        description: [operation.description, accessOf(operation)].filter(Boolean).join('\n\n'),
      })),
    ),
    components: { ...components, schemas: { Code: { ...Code, description: codesTable }, ...schemas } },
  }
}

const mapValues = <Value>(
  record: Record<string, Value>,
  map: (value: Value) => Value,
): Record<string, Value> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]))

const accessOf = ({ security, 'x-verbs': verbs }: OpenApiOperation): string => {
  if (security !== undefined) return 'Anybody, without a session.'
  if (verbs === undefined) return 'Anybody with a session.'
  return verbs.map((verb) => `- \`${verb}\`: ${rolesOf(verb)}`).join('\n')
}

const reaches: Record<Scope, string> = {
  all: '',
  country: ' of the country',
  own: ' of their own',
  assigned: ' of parcels assigned',
}

const rolesOf = (verb: Verb): string =>
  roles
    .flatMap((role) => {
      const scope = scopeOf(role, verb)
      return scope === null ? [] : [`${role}${reaches[scope]}`]
    })
    .join(', ')

const codesTable = [
  '| Code | Status | Text |',
  '| --- | --- | --- |',
  ...codes.map((code) => `| ${code} | ${statusOf[code]} | ${texts[code]} |`),
].join('\n')
