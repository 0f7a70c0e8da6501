import type { JsonSchema } from './json-schema.ts'
import type { OpenApiContent, OpenApiDocument, OpenApiOperation, OpenApiParameter } from './openapi.ts'

/** TypeScript source of a client without dependencies: a type for each schema, a function for each call. */
export const clientSource = (document: OpenApiDocument): string => {
  const types = Object.entries(document.components.schemas).map(
    ([name, schema]) => `export type ${name} = ${typeOf(schema)}\n`,
  )
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => callOf(path, method, operation)),
  )
  return [
    `// Generated from openapi.json ${document.info.version} of Waybill by \`npm run build\`. Do not edit.\n`,
    ...types,
    runtime,
    `/** The calls of Waybill for one key. They throw \`WaybillError\` for what is refused. */`,
    'export const createClient = (options: ClientOptions) => {\n  const call = caller(options)\n  return {',
    ...calls,
    '  }\n}\n\nexport type Client = ReturnType<typeof createClient>\n',
  ].join('\n')
}

/** The type of a schema. Unions are in parentheses, so that they can stand anywhere. */
const typeOf = (schema: JsonSchema): string => {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1)!
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return unionOf(schema.enum.map((value) => JSON.stringify(value)))
  const { anyOf, oneOf = anyOf, allOf } = schema
  if (oneOf !== undefined) return unionOf(oneOf.map(typeOf))
  if (allOf !== undefined) return `(${allOf.map(typeOf).join(' & ')})`
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  return types.length === 0 ? 'unknown' : unionOf(types.map((type) => plainType(type, schema)))
}

const unionOf = (types: readonly string[]): string => {
  const all = [...new Set(types)]
  return all.length === 1 ? all[0]! : `(${all.join(' | ')})`
}

type PlainName = Exclude<JsonSchema['type'], readonly unknown[] | undefined>

const plainType = (type: PlainName, schema: JsonSchema): string => {
  switch (type) {
    case 'string':
      return 'string'
    case 'number':
    case 'integer':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'null':
      return 'null'
    case 'array':
      return `${schema.items === undefined ? 'unknown' : typeOf(schema.items)}[]`
    case 'object':
      return objectType(schema)
  }
}

const objectType = ({
  properties,
  required = [],
  additionalProperties,
  propertyNames,
}: JsonSchema): string => {
  if (properties !== undefined && Object.keys(properties).length > 0) {
    const members = Object.entries(properties).map(
      ([name, schema]) => `${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
    )
    return `{ ${members.join('; ')} }`
  }
  const value = typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'
  return propertyNames === undefined
    ? `Record<string, ${value}>`
    : `Partial<Record<${typeOf(propertyNames)}, ${value}>>`
}

const isJson = (media: string): boolean => media === 'application/json'

const callOf = (path: string, method: string, operation: OpenApiOperation): string => {
  const { operationId, summary, description, parameters } = operation
  const inPlace = (place: OpenApiParameter['in']) => parameters.filter((one) => one.in === place)
  const [paths, query, headers] = [inPlace('path'), inPlace('query'), inPlace('header')]
  const body = operation.requestBody
  const members = [
    ...paths.map(({ name, schema }) => `${name}: ${typeOf(schema)}`),
    ...(query.length === 0
      ? []
      : [`query${optional(!query.some(({ required }) => required))}: ${queryType(query)}`]),
    ...(body === undefined ? [] : [`body${optional(!body.required)}: ${bodyType(body.content)}`]),
    ...headers.map(({ name }) => `${headerNames[name] ?? name}?: string`),
    'signal?: AbortSignal',
  ]
  const isNeeded = paths.length > 0 || query.some(({ required }) => required) || body?.required === true
  const given = `given: { ${members.join('; ')} }${isNeeded ? '' : ' = {}'}`
  const url = path.replace(/\{(\w+)\}/g, (_, name) => `\${encodeURIComponent(given.${name})}`)
  const parts = [
    `method: '${method.toUpperCase()}'`,
    `url: \`${url}\``,
    ...(query.length === 0 ? [] : ['query: given.query']),
    ...(body === undefined ? [] : ['body: given.body']),
    headers.length === 0
      ? null
      : `headers: { ${headers.map(({ name }) => `'${name}': given.${headerNames[name] ?? name}`).join(', ')} }`,
    'signal: given.signal',
  ].filter((part) => part !== null)
  return [
    `    /** ${[summary, description].filter(Boolean).join('. ').replaceAll('*/', '* /')} */`,
    `    ${operationId}: (${given}): Promise<${answerType(operation)}> => call({ ${parts.join(', ')} }),`,
  ].join('\n')
}

const optional = (isOptional: boolean): string => (isOptional ? '?' : '')

const headerNames: Readonly<Record<string, string>> = {
  'Idempotency-Key': 'idempotencyKey',
  'If-Match': 'ifMatch',
  Prefer: 'prefer',
  'Last-Event-ID': 'lastEventId',
}

const queryType = (parameters: readonly OpenApiParameter[]): string =>
  `{ ${parameters.map(({ name, required, schema }) => `${JSON.stringify(name)}${optional(!required)}: ${typeOf(schema)}`).join('; ')} }`

const bodyType = (content: OpenApiContent): string =>
  unionOf(
    Object.entries(content).map(([media, { schema }]) =>
      isJson(media) ? typeOf(schema) : media === 'multipart/form-data' ? 'FormData' : 'Blob',
    ),
  )

/** JSON as its type, anything else as the response that the caller reads. */
const answerType = ({ responses }: OpenApiOperation): string =>
  unionOf(
    Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([, response]) => {
        if ('$ref' in response || response.content === undefined) return ['undefined']
        return Object.entries(response.content).map(([media, { schema }]) =>
          isJson(media) ? typeOf(schema) : 'Response',
        )
      }),
  )

const runtime = `export type ClientOptions = {
  /** \`https://waybill.example\` */
  origin: string
  /** \`wbk_...\`, or the token of a session. */
  key: string
  /** Language of \`detail\` in refusals. */
  language?: string
  fetch?: typeof fetch
}

/** A refused call: \`code\` of the table of codes, \`problem\` with the fields at fault, \`retryAfter\` in seconds. */
export class WaybillError extends Error {
  readonly status: number
  readonly code: Code | null
  readonly problem: Problem | null
  readonly retryAfter: number | null

  constructor(status: number, problem: Problem | null, retryAfter: number | null) {
    super(problem === null ? String(status) : \`\${status} \${problem.code}: \${problem.detail}\`)
    this.status = status
    this.code = problem?.code ?? null
    this.problem = problem
    this.retryAfter = retryAfter
  }
}

type Call = {
  method: string
  url: string
  query?: Readonly<Record<string, unknown>> | undefined
  body?: unknown
  headers?: Readonly<Record<string, string | undefined>>
  signal?: AbortSignal | undefined
}

const caller =
  ({ origin, key, language, fetch: send = fetch }: ClientOptions) =>
  async <Answer>({ method, url, query = {}, body, headers = {}, signal }: Call): Promise<Answer> => {
    const asked = new URL(url, origin)
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined && value !== null) asked.searchParams.set(name, String(value))
    }
    const isJson = body !== undefined && !(body instanceof FormData) && !(body instanceof Blob)
    const given = {
      Authorization: \`Bearer \${key}\`,
      ...(language === undefined ? {} : { 'Accept-Language': language }),
      ...(isJson ? { 'Content-Type': 'application/json' } : {}),
      ...Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)),
    } as Record<string, string>
    const answer = await send(asked, {
      method,
      headers: given,
      ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : (body as FormData | Blob) }),
      ...(signal === undefined ? {} : { signal }),
    })
    const media = answer.headers.get('content-type') ?? ''
    if (!answer.ok) {
      const problem = media.includes('json') ? ((await answer.json()) as Problem) : null
      const wait = Number(answer.headers.get('retry-after'))
      throw new WaybillError(answer.status, problem, wait > 0 ? wait : null)
    }
    if (answer.status === 204) return undefined as Answer
    return (media.startsWith('application/json') ? await answer.json() : answer) as Answer
  }

type ChangedPage<Item> = {
  items: Item[]
  total: number
  deleted?: string[]
  cursor?: string
  hasMore?: boolean
}

/**
 * Pages of what has changed in a list, until there is no more for now. Store the \`cursor\` of the last page, and begin with it the next time:
 * \`for await (const { items, deleted, cursor } of readChanges(client.listOrders, { updatedAfter: '1970-01-01' })) ...\`
 */
export async function* readChanges<Item>(
  list: (given: { query: { updatedAfter?: string; cursor?: string; limit?: number } }) => Promise<ChangedPage<Item>>,
  from: { updatedAfter: string } | { cursor: string },
  limit = 500,
): AsyncGenerator<{ items: Item[]; deleted: string[]; cursor: string }, void> {
  let query: { updatedAfter?: string; cursor?: string } = from
  for (;;) {
    const { items, deleted = [], cursor = '', hasMore = false } = await list({ query: { ...query, limit } })
    yield { items, deleted, cursor }
    if (!hasMore) return
    query = { cursor }
  }
}
`
