/** What the list engine needs of a record: who it is, and how old this copy of it is. */
export type ListRecord = { readonly id: string; readonly version?: number }

/** `at`: the server does not answer now, and these are the rows of then, in epoch milliseconds. */
export type Page<T> = { readonly items: readonly T[]; readonly total: number; readonly at?: number }

export type LoadPage<T> = (skip: number, limit: number, signal: AbortSignal) => Promise<Page<T>>

/** A change from the event stream. `created` says that the record is new. */
export type RecordChange<T> =
  | { readonly type: 'upsert'; readonly record: T; readonly created?: boolean }
  | { readonly type: 'delete'; readonly record: { readonly id: string } }

/**
 * The state of the rows. `failed`: the server refused, or the server did not answer and there is nothing to show.
 * `offline`: the server did not answer, the rows are the last ones known.
 */
export type SourceState = {
  readonly phase: 'loading' | 'ready' | 'failed'
  readonly total: number
  readonly offline: boolean
  readonly error: unknown
  /** Rows that are new since the list was loaded, as far as is known. */
  readonly added: number
  /** The total or the order may have changed; a refresh shows it. */
  readonly outdated: boolean
}

/** An answer from the server carries a status; no answer has none, and a server that is away for a moment is no answer. */
export function hasAnswer(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('status' in error)) return false
  return typeof error.status === 'number' && !passing.includes(error.status)
}

const passing = [429, 502, 503, 504]
