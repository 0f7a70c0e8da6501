import type { FastifyContextConfig } from 'fastify'
import type { Verb } from '../../domain/access/permissions.ts'
import { type CommentedResource, commentFields, commentVerbOf } from '../../domain/comments/comment.ts'
import type { Code } from '../../domain/core/codes.ts'
import type { Fields } from '../../domain/lib/field.ts'
import type { Shapes } from '../../domain/lib/shape.ts'
import { type ResourceName, resources } from '../../domain/resources.ts'
import { fieldsJson, json, listJson, pageJson, spreadsheet } from './content.ts'
import { type JsonSchema, titled } from './json-schema.ts'
import {
  changeParameters,
  downloadParameters,
  downloadSchema,
  listParameters,
  pageParameters,
} from './list-parameters.ts'
import type { Content, Operation, Parameter } from './operation.ts'
import { recordNamesOf } from './record-names.ts'
import {
  bulkSchema,
  changeReportSchema,
  changeSchema,
  fieldSchema,
  isRehearsal,
  jobSchema,
  plainDryRunSchema,
  recordSchema,
  updateSchema,
} from './schemas.ts'

export type Verbs = { verbs: readonly Verb[] }

/** Additions to the description of a resource's call. */
export type ResourceCall = Partial<
  Pick<
    CallParts,
    'summary' | 'detail' | 'verbs' | 'refuses' | 'answers' | 'body' | 'headers' | 'access' | 'locks'
  >
>

/** `bodyTitle`: component name of the body's schema. */
export type NamedCall = ResourceCall & Verbs & { id: string; summary: string; bodyTitle: string }

export type CallParts = Pick<Operation, 'id' | 'tag' | 'summary' | 'answers' | 'sendsBatch'> &
  Pick<FastifyContextConfig, 'access' | 'background' | 'locks' | 'isOpenToKeys' | 'isOpenToEnrolment'> & {
    detail?: string
    verbs?: readonly Verb[]
    parameters?: readonly Parameter[]
    headers?: Operation['headers']
    body?: Content
    isBodyOptional?: boolean
    refuses?: readonly Code[]
  }

/** Route options: access and description. */
export const describeCall = ({
  access,
  background,
  locks,
  isOpenToKeys,
  isOpenToEnrolment,
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
    ...(isOpenToKeys === undefined ? {} : { isOpenToKeys }),
    ...(isOpenToEnrolment === undefined ? {} : { isOpenToEnrolment }),
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

/** Details of calls that say nothing of their own. */
const details = {
  list: 'A page of what the caller may see. Parameters filter; several values of one are parted by commas.',
  one: 'Not found is also what the caller may not see.',
  create: 'Answers the record with its id, number and version.',
  change:
    'Answers the record as it is now. A change that its present status does not allow is refused with the code that says why.',
  bulk: 'Records that cannot be changed are named in the report with their code, and the others are changed. The batch is undone with `POST /api/changes/{id}/undo`.',
  history: 'Each line says who did it, when, and the values before and after.',
  download:
    'The rows of the list with the same filters, without pages. Of many rows it is a job whose file is read with `GET /api/jobs/{id}/file`.',
} as const

/** A call that changes and answers one record. */
const describeChange = (resource: ResourceName, fields: Fields, { bodyTitle, ...more }: NamedCall) => {
  const isEmpty = Object.keys(fields).length === 0
  return describeCall({
    tag: resource,
    detail: details.change,
    headers: ['Idempotency-Key', 'If-Match'],
    ...(isEmpty ? {} : { body: fieldsJson(bodyTitle, fields) }),
    isBodyOptional: !Object.values(fields).some((field) => field.required),
    answers: { 200: json(recordSchema(resource)) },
    sendsBatch: true,
    ...more,
  })
}

/** Answers a report of many records, or a job above 1,000 records if preferred. */
const describeReport = (parts: Omit<CallParts, 'answers'>) =>
  describeCall({
    detail: details.bulk,
    headers: ['Idempotency-Key', 'Prefer'],
    answers: { 200: json(changeReportSchema), 202: json(jobSchema) },
    ...parts,
  })

/** A report call for chosen records. */
const describeBulk = (
  resource: ResourceName,
  fields: Fields,
  { bodyTitle, refuses = [], ...more }: NamedCall,
) =>
  describeReport({
    tag: resource,
    body: json(titled(bodyTitle, bulkSchema(resource, fields))),
    refuses: ['TOO_MANY_IDS', ...refuses],
    ...more,
  })

/** Query parameters from fields. */
export const fieldParameters = (fields: Fields = {}): Parameter[] =>
  Object.entries(fields).map(([name, field]) => ({
    name,
    schema: isRehearsal(field) ? plainDryRunSchema : fieldSchema({ ...field, required: true }),
    ...(field.required ? { required: true as const } : {}),
  }))

/**
 * Builds route descriptions: calls common to resources by name (`resources/serve.ts`), others as
 *     const calls = { claim: describe.call({ id: 'claimOrder', tag: 'orders', summary: 'Take an order', ... }) }
 * and each is the second argument of its route: `app.post('/orders/claim', calls.claim, handler)`. `refuses`: codes of the
 * answer besides those that follow from session, verbs, path, body and headers; tests fail on undescribed answers and codes.
 * Path parameters derive from the path, schemas from `domain`, through `content.ts`. Descriptions do not affect parsing or
 * answers.
 */
export const describe = {
  list: (resource: ResourceName, { query, ...more }: ResourceCall & { query?: Fields } = {}) => {
    const { many } = recordNamesOf(resource)
    return describeCall({
      id: `list${many}`,
      tag: resource,
      summary: `List ${resource}`,
      detail: details.list,
      verbs: [resources[resource].verbs.list],
      parameters: [
        ...listParameters(resources[resource].list),
        ...changeParameters,
        ...fieldParameters(query),
      ],
      answers: { 200: listJson(`${many}Page`, recordSchema(resource)) },
      refuses: ['READ_TOO_SLOW', 'CURSOR_GONE'],
      ...more,
    })
  },

  /** `answer`: if it has more than a list's record. */
  one: (resource: ResourceName, { answer, ...more }: ResourceCall & { answer?: JsonSchema } = {}) =>
    describeCall({
      id: `get${recordNamesOf(resource).one}`,
      tag: resource,
      summary: `Read ${recordNamesOf(resource).phrase}`,
      detail: details.one,
      verbs: [resources[resource].verbs.view],
      answers: { 200: json(answer ?? recordSchema(resource)) },
      ...more,
    }),

  create: (resource: ResourceName, fields: Fields, more: ResourceCall = {}) => {
    const { one, phrase } = recordNamesOf(resource)
    return describeCall({
      id: `create${one}`,
      tag: resource,
      summary: `Create ${phrase}`,
      detail: details.create,
      verbs: [verbOf(resource, 'create')],
      headers: ['Idempotency-Key'],
      body: fieldsJson(`${one}Input`, fields),
      answers: { 201: json(recordSchema(resource)) },
      sendsBatch: true,
      ...more,
    })
  },

  /** `shapes`: if it has more than a list's record. */
  update: (
    resource: ResourceName,
    fields: Fields,
    { shapes = resources[resource].shapes, ...more }: ResourceCall & { shapes?: Shapes } = {},
  ) => {
    const { one, phrase } = recordNamesOf(resource)
    return describeCall({
      id: `update${one}`,
      tag: resource,
      summary: `Change ${phrase}: what is left out stays`,
      verbs: [verbOf(resource, 'update')],
      headers: ['Idempotency-Key', 'If-Match'],
      body: json(titled(`${one}Update`, updateSchema(fields, shapes))),
      detail: wholeRecord,
      answers: { 200: json(recordSchema(resource)) },
      sendsBatch: true,
      ...more,
    })
  },

  /** `PUT {resource}/status/{id}`. */
  move: (resource: ResourceName, fields: Fields, more: ResourceCall & Verbs) => {
    const { one, phrase } = recordNamesOf(resource)
    return describeChange(resource, fields, {
      id: `set${one}Status`,
      summary: `Set the status of ${phrase}`,
      bodyTitle: `${one}Move`,
      ...more,
    })
  },

  /** Other calls that change and answer one record; without required fields the body is optional. */
  change: describeChange,

  /** `PUT {resource}/status`. */
  moveMany: (resource: ResourceName, fields: Fields, more: ResourceCall & Verbs) => {
    const { many } = recordNamesOf(resource)
    return describeBulk(resource, fields, {
      id: `set${many}Status`,
      summary: `Set the status of many ${resource}`,
      bodyTitle: `${many}Move`,
      ...more,
    })
  },

  /** `PUT {resource}/comment`. */
  commentMany: (resource: CommentedResource) => {
    const { many } = recordNamesOf(resource)
    return describeBulk(resource, commentFields, {
      id: `comment${many}`,
      summary: `Replace the comment of many ${resource}; null or an empty text clears it`,
      bodyTitle: `${many}Comment`,
      verbs: [commentVerbOf(resource)],
    })
  },

  deleteMany: (resource: ResourceName, more: ResourceCall = {}) => {
    const { many } = recordNamesOf(resource)
    return describeBulk(
      resource,
      {},
      {
        id: `delete${many}`,
        summary: `Delete many ${resource}`,
        bodyTitle: `${many}Target`,
        verbs: [verbOf(resource, 'delete')],
        ...more,
      },
    )
  },

  /** Other calls that answer a report. */
  report: describeReport,

  /** Other bulk calls. */
  bulk: describeBulk,

  history: (resource: ResourceName) =>
    describeCall({
      id: `list${recordNamesOf(resource).one}History`,
      tag: resource,
      summary: `Read the history of ${recordNamesOf(resource).phrase}, newest first`,
      detail: details.history,
      verbs: [resources[resource].verbs.history],
      parameters: pageParameters(100),
      answers: { 200: pageJson('ChangesPage', changeSchema) },
    }),

  /** `POST {resource}/download`: filters in query string or body. */
  download: (resource: ResourceName) =>
    describeCall({
      id: `download${recordNamesOf(resource).many}`,
      tag: resource,
      summary: `Download ${resource} as a spreadsheet`,
      detail: details.download,
      verbs: [resources[resource].verbs.export],
      parameters: downloadParameters(resources[resource].list),
      headers: ['Idempotency-Key', 'Prefer'],
      body: json(titled(`${recordNamesOf(resource).many}Download`, downloadSchema(resources[resource].list))),
      isBodyOptional: true,
      answers: { 200: spreadsheet, 202: json(jobSchema) },
      refuses: ['FILE_TOO_MANY_ROWS'],
    }),

  call: ({ query, ...more }: CallParts & { query?: Fields }) =>
    describeCall({ parameters: fieldParameters(query), ...more }),
}

/** Note of all update calls. */
export const wholeRecord =
  'A record that was read may be sent back whole: what has its present value changes nothing. `If-Match` says which version was read.'

const verbOf = (resource: ResourceName, verb: 'create' | 'update' | 'delete'): Verb =>
  `${resources[resource].noun}.${verb}` as Verb
