import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { cleanText, plainText } from '../../../domain/lib/typed/clean-text.ts'
import type { OpenApiDocument, OpenApiOperation } from '../../../server/openapi/openapi.ts'

type DocumentedCall = { method: string; path: string; operation: OpenApiOperation }

/** The documented call of a method and URL, as a router would choose; null for none. */
const findCall = (document: OpenApiDocument, method: string, url: string): DocumentedCall | null => {
  const parts = segments(url.split('?')[0]!)
  const path = templatesOf(document)
    .filter((template) => fits(template.parts, parts))
    .map((template) => template.path)
    .filter((template) => document.paths[template]![method.toLowerCase()] !== undefined)
    .sort(byPrecision)[0]
  return path === undefined ? null : { method, path, operation: document.paths[path]![method.toLowerCase()]! }
}

type Template = { path: string; parts: readonly string[] }
const templates = new WeakMap<OpenApiDocument, Template[]>()

/** Cached, since every answer is looked up. */
const templatesOf = (document: OpenApiDocument): Template[] => {
  if (!templates.has(document))
    templates.set(
      document,
      Object.keys(document.paths).map((path) => ({ path, parts: segments(path) })),
    )
  return templates.get(document)!
}

const segments = (path: string): string[] => path.replace(/(.)\/$/, '$1').split('/')

const isParameter = (segment: string): boolean => segment.startsWith('{')

const fits = (template: readonly string[], parts: readonly string[]): boolean =>
  template.length === parts.length &&
  template.every((segment, at) => segment === parts[at] || (isParameter(segment) && parts[at] !== ''))

/** Literal segments take precedence over parameters, from left to right. */
const byPrecision = (one: string, other: string): number => {
  const [ones, others] = [segments(one), segments(other)]
  const at = ones.findIndex((segment, index) => isParameter(segment) !== isParameter(others[index]!))
  return at < 0 ? 0 : isParameter(ones[at]!) ? 1 : -1
}

/** The request; `body` if it was sent as JSON. */
type SentRequest = { method: string; url: string; body?: unknown }
type Answered = { status: number; type: string; body: unknown }

/**
 * Returns the body of a response, null if it is not JSON. Fails if the response does not match the server's OpenAPI
 * document (status, type, code, additional or missing fields), or if the server accepted a body that
 * the document does not allow.
 */
export const readAnswer = async (
  app: FastifyInstance,
  request: SentRequest,
  { statusCode: status, headers, body: text }: LightMyRequestResponse,
) => {
  const type = String(headers['content-type'] ?? '').split(';')[0]!
  const body = type.endsWith('json') && text !== '' ? JSON.parse(text) : null
  const contract = await contractOf(app)
  const call = findCall(contract.document, request.method, request.url)
  const problem = call === null ? null : contract.problemOf(call, request, { status, type, body })
  if (problem === null) return body
  throw new Error(`${request.method} ${call?.path} ${problem}\nIt answered ${status} ${text.slice(0, 500)}`)
}

/** Why a value does not match the named schema of the document; null if it does. */
export const whyNotNamed = async (
  app: FastifyInstance,
  name: string,
  value: unknown,
): Promise<string | null> => (await contractOf(app)).whyNotValid(['components', 'schemas', name], value)

type Contract = {
  document: OpenApiDocument
  whyNotValid: (pointer: readonly string[], value: unknown) => string | null
  problemOf: (call: DocumentedCall, request: SentRequest, answered: Answered) => string | null
}

/** All apps of a process have the same document. */
let read: Promise<Contract> | null = null

const contractOf = (app: FastifyInstance): Promise<Contract> => {
  read ??= app.inject({ method: 'GET', url: '/api/openapi.json' }).then((response) => {
    if (response.statusCode !== 200) throw new Error(`no document: ${response.body}`)
    return openContract(response.json<OpenApiDocument>())
  })
  return read
}

const openContract = (document: OpenApiDocument): Contract => {
  const ajv = new Ajv2020({ strict: false, validateFormats: true })
  addFormats.default(ajv)
  ajv.addSchema(document, 'contract')
  const compiled = new Map<string, ValidateFunction>()
  const validatorAt = (pointer: readonly string[]): ValidateFunction => {
    const key = pointer.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')
    if (!compiled.has(key)) compiled.set(key, ajv.compile({ $ref: `contract#/${key}` }))
    return compiled.get(key)!
  }
  const whyNotValid = (pointer: readonly string[], value: unknown): string | null => {
    const validate = validatorAt(pointer)
    return validate(value) ? null : ajv.errorsText(validate.errors, { dataVar: 'body', separator: '; ' })
  }
  /** As `whyNotValid`, for what was sent: enumerations are described as they are answered, and read in any case. */
  const whyNotTaken = (pointer: readonly string[], value: unknown): string | null => {
    const isSound = validatorAt(pointer)(value)
    const errors = isSound ? [] : (validatorAt(pointer).errors ?? [])
    const canonical: unknown = structuredClone(value)
    for (const { keyword, params, instancePath } of errors) {
      if (keyword !== 'enum') continue
      const steps = instancePath.split('/').slice(1)
      const last = steps.pop()
      const holder = steps.reduce<unknown>(
        (at, step) => (at as Record<string, unknown> | null)?.[step],
        canonical,
      )
      if (last === undefined || typeof holder !== 'object' || holder === null) continue
      const typed = String((holder as Record<string, unknown>)[last]).toLowerCase()
      const meant = (params.allowedValues as unknown[]).find((one) => String(one).toLowerCase() === typed)
      if (meant !== undefined) (holder as Record<string, unknown>)[last] = meant
    }
    return whyNotValid(pointer, canonical)
  }
  const problemOf = (
    { method, path, operation }: DocumentedCall,
    request: SentRequest,
    answered: Answered,
  ) => {
    const { status, type, body } = answered
    const at = ['paths', path, method.toLowerCase()]
    const response = operation.responses[status]
    if (response === undefined) return 'does not describe this status'
    const place =
      '$ref' in response ? response.$ref.slice(2).split('/') : [...at, 'responses', String(status)]
    const { content } = '$ref' in response ? document.components.responses[place[2]!]! : response
    if (content === undefined) return body === null ? null : 'describes no body for this status'
    if (content[type] === undefined) return `describes no ${type || 'empty body'} for this status`
    const wrong = body === null ? null : whyNotValid([...place, 'content', type, 'schema'], body)
    if (wrong !== null) return `does not describe this answer: ${wrong}`
    const taken = operation.requestBody?.content['application/json']
    if (status >= 300 || taken === undefined || request.body === undefined) return null
    const sent = cleaned(request.body)
    // Clients without a body send null.
    if (sent === null && !operation.requestBody?.required) return null
    const schema = [...at, 'requestBody', 'content', 'application/json', 'schema']
    // The server reads a form's empty field as null if the member is nullable.
    const refused =
      whyNotValid(schema, sent) &&
      whyNotTaken(schema, sent) &&
      whyNotValid(schema, withoutBlanks(sent)) &&
      // Passwords are taken as they are typed.
      whyNotValid(schema, cleaned(request.body, asTyped)) &&
      whyNotValid(schema, cleaned(request.body, plainText))
    return refused === null ? null : `accepts what it does not describe: ${refused}`
  }
  return { document, whyNotValid, problemOf }
}

const asTyped = (typed: string): string => typed

const withoutBlanks = (sent: unknown): unknown =>
  JSON.parse(JSON.stringify(sent), (_, value) => (value === '' ? null : value))

/** The body as the server parses it: without byte order mark, texts cleaned; choices and numbers by `plainText`. */
const cleaned = (sent: unknown, clean: (typed: string) => string = cleanText): unknown =>
  JSON.parse(typeof sent === 'string' ? sent.replace(/^\ufeff/, '') : JSON.stringify(sent), (_, value) =>
    typeof value === 'string' ? clean(value) : value,
  )
