import type { FastifyContextConfig } from 'fastify'
import type { Verb } from '../../domain/access/permissions.ts'
import type { Code } from '../../domain/codes.ts'
import type { Fields } from '../../domain/lib/field.ts'
import type { ResourceName } from '../../domain/resources.ts'
import { bulkSchema } from './bulk-schema.ts'
import { fieldsJson, json } from './content.ts'
import { fieldSchema } from './field-schema.ts'
import { titled } from './json-schema.ts'
import type { Content, Operation, Parameter } from './operation.ts'
import { recordSchema } from './record-schema.ts'
import { changeReportSchema, jobSchema } from './schemas.ts'

export type Verbs = { verbs: readonly Verb[] }

/** What a route may say beside what its resource says for it. */
export type ResourceCall = Partial<
  Pick<
    CallParts,
    'summary' | 'detail' | 'verbs' | 'refuses' | 'answers' | 'body' | 'headers' | 'access' | 'locks'
  >
>

/** `bodyTitle` is the name of the body's schema. */
export type NamedCall = ResourceCall & Verbs & { id: string; summary: string; bodyTitle: string }

export type CallParts = Pick<Operation, 'id' | 'tag' | 'summary' | 'answers'> &
  Pick<FastifyContextConfig, 'access' | 'background' | 'locks'> & {
    detail?: string
    verbs?: readonly Verb[]
    parameters?: readonly Parameter[]
    headers?: Operation['headers']
    body?: Content
    isBodyOptional?: boolean
    refuses?: readonly Code[]
  }

/** The options of a route: who gets as far as its handler, and what it says of itself. */
export const describeCall = ({
  access,
  background,
  locks,
  detail,
  verbs = [],
  parameters = [],
  headers = [],
  body,
  isBodyOptional = false,
  refuses = [],
  ...rest
}: CallParts): { config: FastifyContextConfig } => ({
  config: {
    ...(access === undefined ? {} : { access }),
    ...(background === undefined ? {} : { background }),
    ...(locks === undefined ? {} : { locks }),
    operation: {
      ...rest,
      detail: detail ?? null,
      verbs,
      query: parameters,
      headers,
      body: body === undefined ? null : { ...body, isOptional: isBodyOptional },
      refuses,
    },
  },
})

/** A call that changes one record and answers with it. */
export const describeChange = (resource: ResourceName, fields: Fields, { bodyTitle, ...more }: NamedCall) => {
  const isEmpty = Object.keys(fields).length === 0
  return describeCall({
    tag: resource,
    headers: ['Idempotency-Key', 'If-Match'],
    ...(isEmpty ? {} : { body: fieldsJson(bodyTitle, fields) }),
    isBodyOptional: !Object.values(fields).some((field) => field.required),
    answers: { 200: json(recordSchema(resource)) },
    ...more,
  })
}

/** A call that changes many records: answered with a report, past 1,000 records with a job where it is preferred. */
export const describeBulk = (
  resource: ResourceName,
  fields: Fields,
  { bodyTitle, refuses = [], ...more }: NamedCall,
) =>
  describeCall({
    tag: resource,
    headers: ['Idempotency-Key', 'Prefer'],
    body: json(titled(bodyTitle, bulkSchema(resource, fields))),
    answers: { 200: json(changeReportSchema), 202: json(jobSchema) },
    refuses: ['TOO_MANY_IDS', ...refuses],
    ...more,
  })

/** Fields that stand in the query string. */
export const fieldParameters = (fields: Fields = {}): Parameter[] =>
  Object.entries(fields).map(([name, field]) => ({
    name,
    schema: fieldSchema({ ...field, required: true }),
    ...(field.required ? { required: true as const } : {}),
  }))
