import type { Change, ChangeReport, SearchHit, Target } from '../../domain/changes.ts'
import type { CountryCode } from '../../domain/countries.ts'
import type { Where } from '../../domain/lib/filter.ts'
import type { ResourceName, ResourceRecords } from '../../domain/resources.ts'
import {
  type BulkOptions,
  bulk,
  type ReadOptions,
  type UpdateOptions,
  type WriteOptions,
  write,
} from './call-options.ts'
import type { Http } from './http.ts'
import type { LongWork } from './long-work.ts'
import type { ResourceInputs, ResourceUpdate, StatusChange, StatusResource } from './record-types.ts'

export type ListParameters = { where?: Where; limit?: number; skip?: number; sort?: string }
export type Listed<Item> = { items: Item[]; total: number }

/** The calls that every resource has, under the resource's own name. */
export const recordCalls = (http: Http, longWork: LongWork) => ({
  list: <R extends ResourceName>(
    resource: R,
    { where, ...page }: ListParameters = {},
    { signal, once }: ReadOptions = {},
  ) => http.json<Listed<ResourceRecords[R]>>(`/${resource}`, { query: { ...where, ...page }, signal, once }),

  one: <R extends ResourceName>(resource: R, id: string, { signal }: ReadOptions = {}) =>
    http.json<ResourceRecords[R]>(`/${resource}/${id}`, { signal }),

  create: <R extends ResourceName>(resource: R, input: ResourceInputs[R], options?: WriteOptions) =>
    http.json<ResourceRecords[R]>(`/${resource}`, write('POST', input, options)),

  update: <R extends ResourceName>(
    resource: R,
    id: string,
    input: ResourceUpdate<R>,
    options?: UpdateOptions,
  ) => http.json<ResourceRecords[R]>(`/${resource}/${id}`, write('PUT', input, options)),

  setStatus: <R extends StatusResource>(
    resource: R,
    id: string,
    change: StatusChange<R>,
    options?: UpdateOptions,
  ) => http.json<ResourceRecords[R]>(`/${resource}/status/${id}`, write('PUT', change, options)),

  bulkStatus: <R extends StatusResource>(
    resource: R,
    target: Target,
    change: StatusChange<R>,
    options: BulkOptions = {},
  ) => longWork.json<ChangeReport>(`/${resource}/status`, bulk({ ...target, ...change }, options), options),

  bulkDelete: (resource: ResourceName, target: Target, options: BulkOptions = {}) =>
    longWork.json<ChangeReport>(`/${resource}/delete`, bulk(target, options), options),

  /** Newest first; with `limit` only so many. */
  history: (resource: ResourceName, id: string, { signal, limit }: ReadOptions & { limit?: number } = {}) =>
    http.json<Listed<Change>>(`/${resource}/${id}/history`, { query: { limit }, signal }),

  /** Takes a batch back record by record; what has moved on since is refused and named. */
  undo: (batchId: string, options?: WriteOptions) =>
    longWork.json<ChangeReport>(`/changes/${batchId}/undo`, write('POST', undefined, options), options),

  /** Ranked over every resource that the actor may read, or over one. */
  search: (
    query: string,
    {
      signal,
      ...scope
    }: ReadOptions & { resource?: ResourceName; country?: CountryCode; limit?: number } = {},
  ) => http.json<{ items: SearchHit[] }>('/search', { query: { q: query, ...scope }, signal }),
})
