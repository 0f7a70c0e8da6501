import type { OpenApiDocument, OpenApiOperation, OpenApiParameter } from '../../../server/openapi/openapi.ts'
import type { Random } from '../../../server/seed/row-writer.ts'
import { type HostileKind, hostileBody, hostileText, hostileValue, type Spoil } from './hostile-values.ts'
import type { KnownRecords } from './known-records.ts'
import { createSampler, type Sampler } from './sample.ts'

/** Unusual headers of clients, proxies or attackers; none requests a format other than JSON. */
const weird: readonly (() => Record<string, string>)[] = [
  () => ({ 'content-type': 'text/plain' }),
  () => ({ 'content-type': 'application/json; charset=utf-16' }),
  () => ({ 'content-type': 'application/json;;;=' }),
  () => ({ 'content-type': 'multipart/form-data' }),
  () => ({ 'content-type': `application/${'x'.repeat(4_000)}` }),
  () => ({ 'content-encoding': 'gzip' }),
  () => ({ 'accept-language': `${'fr;q=0.1,'.repeat(400)}en;q=NaN` }),
  () => ({ 'accept-language': '*;q=-1, \xe9, ;;;' }),
  () => ({ accept: 'application/x-nothing;q=0' }),
  () => ({ 'x-request-id': 'x'.repeat(5_000) }),
  () => ({ 'x-request-id': '"><script>\xff' }),
  () => ({ 'x-forwarded-for': '1.1.1.1, ::1, unknown, ,,' }),
  () => ({ 'x-forwarded-proto': 'javascript', 'x-forwarded-host': 'a\tb' }),
  () => ({ 'x-http-method-override': 'DELETE' }),
  () => ({ cookie: `${'a=b; '.repeat(900)}__proto__=1` }),
  () => ({ origin: 'null', referer: 'file:///etc/passwd' }),
  () => ({ 'if-none-match': '*', 'if-modified-since': 'never', 'if-unmodified-since': '-1' }),
  () => ({ range: 'bytes=-1,0-,999999999999-' }),
  () => ({ 'idempotency-key': 'k'.repeat(5_000) }),
  () => ({ 'idempotency-key': ' ' }),
  () => ({ 'idempotency-key': '\xe9\xff' }),
  () => ({ prefer: 'respond-async, wait=99999999999999, return=x' }),
  () => ({ host: 'evil.example:99999' }),
  () => ({ expect: '200-maybe', te: 'trailers', upgrade: 'h2c' }),
  () => ({ constructor: 'x', tostring: 'y' }),
]

const weirdHeaders = (random: Random, spoil: Spoil): Record<string, string> => {
  spoil('weird headers')
  return random.pick(weird)()
}

/** Valid by the schema, valid except for one or two members, or invalid anywhere. */
type Validity = 'right' | 'one off' | 'wild'

export type FuzzedCall = {
  method: string
  url: string
  headers: Record<string, string>
  payload: string | undefined
  /** The resource that it is about. */
  resource: string
  validity: Validity
  spoilt: ReadonlySet<HostileKind>
}

export type PossibleCall = { method: string; path: string; operation: OpenApiOperation }

/** All calls of the document except those that never end or would end the run. */
export const callsOf = (document: OpenApiDocument, leftOut: readonly string[]): PossibleCall[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId }]) => !leftOut.includes(operationId))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )

/** Generates a call on existing records; a third of them is valid. */
export const makeCall = (
  random: Random,
  document: OpenApiDocument,
  { method, path, operation }: PossibleCall,
  known: KnownRecords,
): FuzzedCall => {
  const validity = random.weighted<Validity>([
    ['right', 0.34],
    ['one off', 0.33],
    ['wild', 0.33],
  ])
  const spoilt = new Set<HostileKind>()
  const spoil: Spoil = (kind) => void spoilt.add(kind)
  const make: Make = {
    random,
    validity,
    spoil,
    sample: createSampler(random, document, known, spoil),
    resource: path.split('/')[2] ?? '',
  }
  const schema = operation.requestBody?.content['application/json']?.schema
  const payload = schema === undefined ? undefined : bodyOf(make, schema)
  const { url, id } = addressOf(make, path, operation.parameters)
  const headers = headersOf(make, operation.parameters, known.versionOf(id))
  if (payload !== undefined) headers['content-type'] = 'application/json'
  if (validity === 'wild' && random.chance(0.12)) Object.assign(headers, weirdHeaders(random, spoil))
  return { method, url, headers, payload, resource: make.resource, validity, spoilt }
}

type Make = { random: Random; validity: Validity; spoil: Spoil; sample: Sampler; resource: string }

const right = { spoils: 0, extras: 0.2 }

const addressOf = (
  { random, validity, spoil, sample, resource }: Make,
  path: string,
  parameters: readonly OpenApiParameter[],
): { url: string; id: string } => {
  const isSpoilt = (often: number) => validity === 'wild' && random.chance(often)
  const textOf = ({ schema, name }: OpenApiParameter, often: number): string => {
    if (isSpoilt(often)) return hostileText(random, spoil)
    const value = sample(schema, { ...right, resource }, name)
    return typeof value === 'string' ? value : Array.isArray(value) ? value.join(',') : JSON.stringify(value)
  }
  let id = ''
  let url = path
  const names: string[] = []
  for (const parameter of parameters) {
    if (parameter.in === 'path') {
      id = textOf(parameter, 0.2)
      url = url.replace(`{${parameter.name}}`, encode(id || 'x'))
    } else if (
      parameter.in === 'query' &&
      random.chance(validity === 'wild' ? 0.3 : parameter.required ? 1 : 0.12)
    ) {
      names.push(`${parameter.name}=${encode(textOf(parameter, 0.4))}`)
    }
  }
  const wrong = parameters.filter((parameter) => parameter.in === 'query')
  if (validity === 'one off' && wrong.length > 0 && random.chance(0.7)) {
    names.push(`${random.pick(wrong).name}=${encode(hostileText(random, spoil))}`)
  }
  if (isSpoilt(0.05)) names.push(`${encode(hostileText(random, spoil).slice(0, 50)) || 'x'}=1`)
  if (isSpoilt(0.08)) {
    spoil('repeated query')
    const name = wrong.length > 0 ? random.pick(wrong).name : 'limit'
    names.push(...random.pick(repeats)(name))
  }
  if (isSpoilt(0.04)) {
    spoil('broken escapes')
    names.push(`keyword=${random.pick(['%ED%A0%80', '%', '%zz', '%00', '%C0%AF', '%FF%FE'])}`)
  }
  return { url: `${url}${names.length === 0 ? '' : `?${names.join('&')}`}`, id }
}

/** Repeats one member. */
const repeats: readonly ((name: string) => string[])[] = [
  (name) => [`${name}=1`, `${name}=2`],
  (name) => [`${name}[]=1`, `${name}[]=2`],
  (name) => [`${name}[$ne]=1`],
  (name) => [`${name}.length=1`, `${name}=`],
  (name) => Array.from({ length: 1_500 }, () => `${name}=1`),
]

const headersOf = (
  { random, validity, spoil, sample, resource }: Make,
  parameters: readonly OpenApiParameter[],
  version: number | undefined,
): Record<string, string> => {
  const headers: Record<string, string> = {}
  for (const { in: place, name, schema } of parameters) {
    const isVersion = name === 'If-Match'
    // Few calls have one.
    if (place !== 'header' || !random.chance(isVersion ? 0.8 : 0.4)) continue
    if (validity === 'wild' && random.chance(0.5)) {
      if (isVersion && random.chance(0.5)) {
        spoil('huge If-Match')
        headers['if-match'] = random.pick(hugeVersions)
      } else headers[name.toLowerCase()] = ascii(hostileText(random, spoil))
    } else if (isVersion) {
      if (version !== undefined) headers['if-match'] = `"${version}"`
    } else if (name === 'Idempotency-Key') headers['idempotency-key'] = `fuzz-${random.between(1, 1e9)}`
    else headers[name.toLowerCase()] = ascii(String(sample(schema, { ...right, resource }, name)))
  }
  return headers
}

const hugeVersions = [
  '"99999999999999999999999999"',
  `"${'9'.repeat(7_000)}"`,
  Array.from({ length: 900 }, (_, at) => `"${at}"`).join(', '),
  '"9223372036854775808"',
  `W/"${'1'.repeat(3_000)}"`,
  '"2147483648"',
]

const bodyOf = (
  { random, validity, spoil, sample, resource }: Make,
  schema: Parameters<Sampler>[0],
): string => {
  if (validity === 'wild' && random.chance(0.2)) return hostileBody(random, spoil)
  const wild = { spoils: random.pick([0.1, 0.3, 0.6]), extras: 0.4, resource }
  const value = sample(schema, validity === 'wild' ? wild : { ...right, resource })
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value)
  const members = Object.keys(value)
  if (validity === 'one off' && members.length > 0) {
    for (let times = random.between(1, 2); times > 0; times--)
      Object.assign(value, { [random.pick(members)]: hostileValue(random, spoil) })
  }
  if (validity === 'wild' && random.chance(0.2)) {
    spoil('fields too many')
    Object.assign(value, { [random.pick(smuggled)]: hostileValue(random, spoil) })
  }
  return JSON.stringify(value)
}

/** Members for mass assignment: fields that clients may not set. */
const smuggled = [
  'role',
  'owner',
  'id',
  'isActivated',
  'isEmailVerified',
  'version',
  'number',
  'deletedAt',
  'passwordHash',
]

const encode = (text: string): string => encodeURIComponent(text.toWellFormed()).slice(0, 3_000)
/** Header values are ASCII. */
const ascii = (text: string): string =>
  text
    .replaceAll(/[^\x20-\x7e]/g, '')
    .trim()
    .slice(0, 2_000) || 'x'
