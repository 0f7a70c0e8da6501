import type { ResourceWith } from '../../domain/access/permissions.ts'
import type { InputOf } from '../../domain/lib/define-resource.ts'
import type { Fields, Values } from '../../domain/lib/field.ts'
import type { ResourceName, ResourceRecords, resources } from '../../domain/resources.ts'

/** Body of a creation; `never` if only the server creates records. */
export type ResourceInput<R extends ResourceName> =
  R extends ResourceWith<'create'> ? InputOf<(typeof resources)[R]> : never

/** Body of an update: only fields that change. */
export type ResourceUpdate<R extends ResourceName> =
  | Partial<ResourceInput<R>>
  | Partial<ResourceRecords[R]>
  | Partial<Values<(typeof resources)[R]['updateFields']>>

type MoveOf<R extends ResourceName> = (typeof resources)[R]['move']

/** Resources with a status call. */
export type StatusResource = WithStatusCall<ResourceName>
type WithStatusCall<R> = R extends ResourceName ? (MoveOf<R> extends Fields ? R : never) : never
export type StatusChange<R extends StatusResource> = Values<Extract<MoveOf<R>, Fields>>
