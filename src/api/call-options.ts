import type { HttpRequest } from './http.ts'
import { newIntent } from './intent.ts'

/** `once`: no retries, for a read whose caller falls back on a stored copy. */
export type ReadOptions = { signal?: AbortSignal; once?: boolean }

/** `intent` is kept by the caller over retries; see `newIntent`. */
export type WriteOptions = ReadOptions & { intent?: string }

/** `version` is the one that was edited: a record that has moved on is refused with 412 and its present state. */
export type UpdateOptions = WriteOptions & { version?: number }

/** With `dryRun` the server tells what would happen, and does nothing. */
export type BulkOptions = WriteOptions & { dryRun?: boolean }

export const write = (
  method: 'POST' | 'PUT' | 'DELETE',
  body: Record<string, unknown> | FormData | undefined,
  { intent, signal, version }: UpdateOptions = {},
): HttpRequest => ({
  method,
  body,
  signal,
  headers: {
    'Idempotency-Key': intent ?? newIntent(),
    ...(version === undefined ? {} : { 'If-Match': `"${version}"` }),
  },
})

/** A call over many records: its target and what is to become of them. */
export const bulk = (body: Record<string, unknown>, { dryRun, ...options }: BulkOptions): HttpRequest =>
  write('PUT', dryRun ? { ...body, dryRun } : body, options)
