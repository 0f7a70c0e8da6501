import type { Change, ChangeBatch } from '../../domain/changes.ts'
import type { ReadOptions } from './call-options.ts'
import type { Http } from './http.ts'
import type { Listed, ListParameters } from './record-calls.ts'

/** The journal: what was changed, batch by batch, and what a batch changed. */
export const changeCalls = (http: Http) => ({
  list: ({ where, ...page }: ListParameters = {}, { signal }: ReadOptions = {}) =>
    http.json<Listed<ChangeBatch>>('/changes', { query: { ...where, ...page }, signal }),

  lines: (batchId: string, page: Pick<ListParameters, 'limit' | 'skip'> = {}, { signal }: ReadOptions = {}) =>
    http.json<Listed<Change>>(`/changes/${batchId}`, { query: page, signal }),
})
