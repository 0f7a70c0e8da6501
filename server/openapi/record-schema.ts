import { type ResourceName, resources } from '../../domain/resources.ts'
import type { JsonSchema } from './json-schema.ts'
import { shapesSchema } from './shape-schema.ts'

export const recordSchema = (resource: ResourceName): JsonSchema => shapesSchema(resources[resource].shapes)
