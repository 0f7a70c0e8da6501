import type { FetchOptions } from 'ofetch'
import type { Where } from '../../domain/lib/filter.ts'

/**
 * One thing that a person wanted done, as an `Idempotency-Key`: made when they ask for it, kept for every retry, so
 * that a write whose answer got lost is not done twice.
 */
export const newIdempotencyKey = (): string => uuidV7()

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

/** A name that nobody else gives, in the order of time: 48 bits of it, then chance (RFC 9562). */
export const uuidV7 = (): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const now = Date.now()
  for (let at = 0; at < 6; at++) bytes[at] = Math.floor(now / 2 ** (8 * (5 - at))) % 256
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
