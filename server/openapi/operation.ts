import type { Verb } from '../../domain/access/permissions.ts'
import type { Code } from '../../domain/core/codes.ts'
import type { imageMedia } from '../../domain/lib/image.ts'
import type { JsonSchema } from './json-schema.ts'

export type Media =
  | 'application/json'
  | 'multipart/form-data'
  | 'text/event-stream'
  | 'text/html'
  | typeof svgMedia
  | typeof spreadsheetMedia
  | typeof csvMedia
  | (typeof imageMedia)[number]
export const svgMedia = 'image/svg+xml'
export const csvMedia = 'text/csv'
export const spreadsheetMedia = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** `files`: types that a file may have which is the whole body instead. */
export type Content = { media: Media; schema: JsonSchema; files?: readonly Media[] }

export type Parameter = {
  name: string
  schema: JsonSchema
  description?: string
  required?: true
  isList?: true
}

/** The request headers that calls may take; `list-parameters.ts` says what each is for. */
export type RequestHeader = 'Idempotency-Key' | 'If-Match' | 'Prefer' | 'Last-Event-ID'

/**
 * One call of the API as data. The document, the docs page and the check of every answer in the tests are made from it;
 * it changes nothing in how the call is answered.
 */
export type Operation = {
  /** The name that a generated client gives to the call. */
  id: string
  tag: string
  summary: string
  detail: string | null
  /** The verbs that the call can come to; an actor who has none of them is refused. Empty where no verb is asked for. */
  verbs: readonly Verb[]
  query: readonly Parameter[]
  headers: readonly RequestHeader[]
  body: (Content & { isOptional: boolean }) | null
  /** By status; null where the answer has no body. */
  answers: Readonly<Record<number, Content | null>>
  /** Codes that this call refuses with beside those that follow from its parts. */
  refuses: readonly Code[]
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What this call takes and answers, written by `describe`. No call goes without. */
    operation?: Operation
  }
}
