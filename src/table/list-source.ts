/** What the list needs of a record. */
export type ListRecord = { readonly id: string; readonly version?: number }

/** `at`: set if the server does not answer and these rows are cached; epoch milliseconds. */
export type Page<T> = { readonly items: readonly T[]; readonly total: number; readonly at?: number }

export type LoadPage<T> = (skip: number, limit: number, signal: AbortSignal) => Promise<Page<T>>

/** A live change; `created`: the record is new. */
export type RecordChange<T> =
  | { readonly type: 'upsert'; readonly record: T; readonly created?: boolean }
  | { readonly type: 'delete'; readonly record: { readonly id: string } }

/** `failed`: refused, or no answer and nothing cached. `offline`: no answer, rows are cached. */
export type SourceState = {
  readonly phase: 'loading' | 'ready' | 'failed'
  readonly total: number
  readonly offline: boolean
  readonly error: unknown
  /** Number of known new rows since the list was loaded. */
  readonly added: number
  /** Total or order may have changed; needs a refresh. */
  readonly outdated: boolean
}

/** Whether the server answered; gateway errors (temporarily unavailable) do not count. */
export function hasAnswer(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('status' in error)) return false
  return typeof error.status === 'number' && !passing.includes(error.status)
}

const passing = [429, 502, 503, 504]
