import type { FetchOptions } from 'ofetch'
import { v7 } from 'uuid'
import type { ResourceWith } from '../../domain/access/permissions.ts'
import type { InputOf } from '../../domain/lib/define-resource.ts'
import type { Fields, Values } from '../../domain/lib/field.ts'
import type { Where } from '../../domain/lib/filter.ts'
import type { ResourceName, ResourceRecords, resources } from '../../domain/resources.ts'

/** A new `Idempotency-Key`: one per user intent, reused by all retries. */
export const newIdempotencyKey = (): string => v7()

/** `once`: no retries, if the caller falls back on a cached copy. */
export type ReadOptions = { signal?: AbortSignal; once?: boolean }

/** `idempotencyKey`: reuse it for the caller's own retries. */
export type WriteOptions = ReadOptions & {
  idempotencyKey?: string
  onBatch?: FetchOptions['onBatch']
}

/** `version`: of the record edited; if it changed since, the call fails with 412 and the latest version. */
export type UpdateOptions = WriteOptions & { version?: number }

/** `dryRun`: returns the expected result, changes nothing. */
export type BulkOptions = WriteOptions & { dryRun?: boolean }

/** Statuses whose Response must have no body. */
export const nullBodyStatuses = [204, 205, 304]

export type ListParameters = { where?: Where; limit?: number; skip?: number; sort?: string }
export type Listed<Item> = { items: Item[]; total: number }

export type ApiRequest = Pick<
  FetchOptions,
  'method' | 'body' | 'query' | 'signal' | 'retry' | 'idempotencyKey' | 'onBatch' | 'onSent'
> & {
  headers?: Record<string, string>
}

export const read = ({ signal, once }: ReadOptions = {}, query?: Record<string, unknown>): ApiRequest => ({
  query,
  signal,
  retry: once ? 0 : undefined,
})

export const writeOptions = (
  method: 'POST' | 'PUT' | 'DELETE',
  body: Record<string, unknown> | FormData | undefined,
  { idempotencyKey, onBatch, signal, version }: UpdateOptions = {},
): ApiRequest => ({
  method,
  body,
  signal,
  onBatch,
  idempotencyKey: idempotencyKey ?? newIdempotencyKey(),
  headers: version === undefined ? undefined : { 'If-Match': `"${version}"` },
})

/** Options of a bulk write. */
export const bulk = (body: Record<string, unknown>, { dryRun, ...options }: BulkOptions): ApiRequest =>
  writeOptions('PUT', dryRun ? { ...body, dryRun } : body, options)

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
