import type { Verb } from '../../domain/access/permissions.ts'
import type { JsonSchema } from './json-schema.ts'

export type OpenApiParameter = {
  name: string
  in: 'path' | 'query' | 'header'
  description?: string
  required?: boolean
  style?: 'form'
  explode?: boolean
  schema: JsonSchema
}

export type OpenApiContent = Record<string, { schema: JsonSchema }>

export type SchemaReference = { $ref: string }

export type OpenApiResponse = {
  description: string
  headers?: Record<string, { description: string; schema: JsonSchema }>
  content?: OpenApiContent
}

export type OpenApiOperation = {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  security?: []
  /** Permissions that the call may require. */
  'x-verbs'?: readonly Verb[]
  parameters: OpenApiParameter[]
  requestBody?: { required: boolean; content: OpenApiContent }
  responses: Record<string, OpenApiResponse | SchemaReference>
}

/** The subset of OpenAPI 3.1 in use. */
export type OpenApiDocument = {
  openapi: string
  info: {
    title: string
    version: string
    description: string
    contact: { name: string }
    license: { name: string; identifier: string }
  }
  servers: { url: string }[]
  security: Record<string, []>[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, OpenApiOperation>>
  components: {
    securitySchemes: Record<string, { type: 'http'; scheme: 'bearer' }>
    responses: Record<string, OpenApiResponse>
    schemas: Record<string, JsonSchema>
  }
}
