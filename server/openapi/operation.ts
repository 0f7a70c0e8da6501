import type { Verb } from '../../domain/access/permissions.ts'
import type { Code } from '../../domain/core/codes.ts'
import type { imageMedia } from '../../domain/lib/image.ts'
import type { JsonSchema } from './json-schema.ts'

export type Media =
  | 'application/json'
  | 'multipart/form-data'
  | 'text/event-stream'
  | 'text/html'
  | 'text/plain'
  | typeof svgMedia
  | typeof spreadsheetMedia
  | typeof csvMedia
  | (typeof imageMedia)[number]
export const svgMedia = 'image/svg+xml'
export const csvMedia = 'text/csv'
export const spreadsheetMedia = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** `files`: media types of a file as the whole body. */
export type Content = { media: Media; schema: JsonSchema; files?: readonly Media[] }

export type Parameter = {
  name: string
  schema: JsonSchema
  description?: string
  required?: true
  isList?: true
}

/** Documented request headers; described in `list-parameters.ts`. */
export type RequestHeader = 'Idempotency-Key' | 'If-Match' | 'Prefer' | 'Last-Event-ID'

/** Description of a call. Basis of the document, the docs page and the tests' check of answers; does not affect the call. */
export type Operation = {
  /** `operationId`. */
  id: string
  tag: string
  summary: string
  detail: string | null
  /** Verbs that the call may use; an actor with none of them is refused. Empty if none is required. */
  verbs: readonly Verb[]
  query: readonly Parameter[]
  headers: readonly RequestHeader[]
  body: (Content & { isOptional: boolean }) | null
  /** By status; null without a body. */
  answers: Readonly<Record<number, Content | null>>
  /** Successful answers have the header `Batch-Id`. */
  sendsBatch?: true
  /** Codes besides those that follow from the call's parts. */
  refuses: readonly Code[]
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** From `describe`; required for every call. */
    operation?: Operation
  }
}
