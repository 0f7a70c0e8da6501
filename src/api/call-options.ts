import type { FetchOptions } from 'ofetch'
import { v7 } from 'uuid'
import type { Where } from '../../domain/lib/filter.ts'

/**
 * One thing that a person wanted done, as an `Idempotency-Key`: made when they ask for it, kept for every retry, so
 * that a write whose answer got lost is not done twice.
 */
export const newIdempotencyKey = (): string => v7()

/** `once`: no retries, for a read whose caller falls back on a stored copy. */
export type ReadOptions = { signal?: AbortSignal; once?: boolean }

/** `idempotencyKey` is the idempotency key, stored by the caller over its own retries; see `newIdempotencyKey`. */
export type WriteOptions = ReadOptions & { idempotencyKey?: string }

/** `version` is the one that was edited: a record changed since is refused with 412 and its latest version. */
export type UpdateOptions = WriteOptions & { version?: number }

/** With `dryRun` the server answers what would happen, and changes nothing. */
export type BulkOptions = WriteOptions & { dryRun?: boolean }

export type ListParameters = { where?: Where; limit?: number; skip?: number; sort?: string }
export type Listed<Item> = { items: Item[]; total: number }

export type ApiRequest = Pick<
  FetchOptions,
  'method' | 'body' | 'query' | 'signal' | 'retry' | 'idempotencyKey' | 'onSent'
> & {
  headers?: Record<string, string>
}

export const read = ({ signal, once }: ReadOptions = {}, query?: Record<string, unknown>): ApiRequest => ({
  query,
  signal,
  retry: once ? 0 : undefined,
})

export const write = (
  method: 'POST' | 'PUT' | 'DELETE',
  body: Record<string, unknown> | FormData | undefined,
  { idempotencyKey, signal, version }: UpdateOptions = {},
): ApiRequest => ({
  method,
  body,
  signal,
  idempotencyKey: idempotencyKey ?? newIdempotencyKey(),
  headers: version === undefined ? undefined : { 'If-Match': `"${version}"` },
})

/** A write over many records: the target and the change. */
export const bulk = (body: Record<string, unknown>, { dryRun, ...options }: BulkOptions): ApiRequest =>
  write('PUT', dryRun ? { ...body, dryRun } : body, options)
