import type { Change, ChangeBatch, ChangeReport, SearchHit, Target } from '../../../domain/changes/changes.ts'
import type { CommentedResource } from '../../../domain/comments/comment.ts'
import type { CountryCode } from '../../../domain/core/countries.ts'
import type { Where } from '../../../domain/lib/filter.ts'
import type { ResourceName, ResourceRecords } from '../../../domain/resources.ts'
import type { ResolvedKeys } from '../../../domain/search/record-keys.ts'
import type { View, ViewInput } from '../../../domain/views/view.ts'
import type { ResourceInput, ResourceUpdate, StatusChange, StatusResource } from '../call-options.ts'
import {
  type BulkOptions,
  bulk,
  type Listed,
  type ListParameters,
  type ReadOptions,
  read,
  type UpdateOptions,
  type WriteOptions,
  writeOptions,
} from '../call-options.ts'
import type { ApiClient } from '../client.ts'
import type { LongWork } from '../long-work.ts'

/** Calls that every resource has. */
export const recordEndpoints = (client: ApiClient, longWork: LongWork) => ({
  list: <R extends ResourceName>(
    resource: R,
    { where, ...page }: ListParameters = {},
    options?: ReadOptions,
  ) => client<Listed<ResourceRecords[R]>>(`/${resource}`, read(options, { ...where, ...page })),

  one: <R extends ResourceName>(resource: R, id: string, options?: ReadOptions) =>
    client<ResourceRecords[R]>(`/${resource}/${id}`, read(options)),

  create: <R extends ResourceName>(resource: R, input: ResourceInput<R>, options?: WriteOptions) =>
    client<ResourceRecords[R]>(`/${resource}`, writeOptions('POST', input, options)),

  update: <R extends ResourceName>(
    resource: R,
    id: string,
    input: ResourceUpdate<R>,
    options?: UpdateOptions,
  ) => client<ResourceRecords[R]>(`/${resource}/${id}`, writeOptions('PUT', input, options)),

  setStatus: <R extends StatusResource>(
    resource: R,
    id: string,
    change: StatusChange<R>,
    options?: UpdateOptions,
  ) => client<ResourceRecords[R]>(`/${resource}/status/${id}`, writeOptions('PUT', change, options)),

  bulkStatus: <R extends StatusResource>(
    resource: R,
    target: Target,
    change: StatusChange<R>,
    options: BulkOptions = {},
  ) => longWork.json<ChangeReport>(`/${resource}/status`, bulk({ ...target, ...change }, options), options),

  /** Replaces the comments of records; null clears. */
  bulkComment: (
    resource: CommentedResource,
    target: Target,
    change: { comment: string | null },
    options: BulkOptions = {},
  ) => longWork.json<ChangeReport>(`/${resource}/comment`, bulk({ ...target, ...change }, options), options),

  bulkDelete: (resource: ResourceName, target: Target, options: BulkOptions = {}) =>
    longWork.json<ChangeReport>(`/${resource}/delete`, bulk(target, options), options),

  /** Newest first, at most `limit`. */
  history: (
    resource: ResourceName,
    id: string,
    { limit, ...options }: ReadOptions & { limit?: number } = {},
  ) => client<Listed<Change>>(`/${resource}/${id}/history`, read(options, { limit })),

  /** Undoes a batch by record; records changed since are refused and listed. */
  undo: (batchId: string, options?: WriteOptions) =>
    longWork.json<ChangeReport>(
      `/changes/${batchId}/undo`,
      writeOptions('POST', undefined, options),
      options,
    ),

  /** Resolves pasted keys. `country`: for phones without prefix; `list`: the filter for `isListed`. */
  resolve: (
    resource: ResourceName,
    keys: readonly string[],
    { country, list, ...options }: ReadOptions & { country?: CountryCode; list?: Where } = {},
  ) =>
    client<ResolvedKeys>(`/${resource}/resolve`, {
      ...read(options),
      method: 'POST',
      body: { keys, country, list },
    }),

  /** Ranked across all readable resources, or in one. */
  search: (
    query: string,
    {
      signal,
      ...scope
    }: ReadOptions & { resource?: ResourceName; country?: CountryCode; limit?: number } = {},
  ) => client<{ items: SearchHit[] }>('/search', { query: { q: query, ...scope }, signal }),

  /** The record of a printed code's twelve digits. */
  scanned: (code: string, options?: ReadOptions) => client<SearchHit>(`/scans/${code}`, read(options)),
})

export const messageEndpoints = (longWork: LongWork) => ({
  /** Says that a message of a template was opened for records. */
  opened: (
    resource: 'orders' | 'shippings',
    target: Target,
    opened: { template: string },
    options: BulkOptions = {},
  ) => longWork.json<ChangeReport>(`/${resource}/message`, bulk({ ...target, ...opened }, options), options),
})

/** Ends a key, or switches off a source; with `undoSince`, what was done by it since then is undone. */
export const revokeEndpoints = (longWork: LongWork) => ({
  revoke: (
    resource: 'keys' | 'sources',
    id: string,
    { undoSince }: { undoSince: string | null },
    options: BulkOptions = {},
  ) =>
    longWork.json<ChangeReport>(
      `/${resource}/revoke/${id}`,
      bulk(undoSince === null ? {} : { undoSince }, options),
      options,
    ),
})

/** History: batches, and the changes of one. */
export const changeEndpoints = (client: ApiClient) => ({
  list: ({ where, ...page }: ListParameters = {}, options?: ReadOptions) =>
    client<Listed<ChangeBatch>>('/changes', read(options, { ...where, ...page })),

  lines: (batchId: string, page: Pick<ListParameters, 'limit' | 'skip'> = {}, options?: ReadOptions) =>
    client<Listed<Change>>(`/changes/${batchId}`, read(options, page)),
})

/** Saved views: own and shared ones. */
export const viewEndpoints = (client: ApiClient) => ({
  list: (resource: ResourceName, options?: ReadOptions) =>
    client<Listed<View>>('/views', read(options, { resource })),

  create: (input: ViewInput, options?: WriteOptions) =>
    client<View>('/views', writeOptions('POST', input, options)),

  update: (id: string, input: Partial<Omit<ViewInput, 'resource'>>, options?: UpdateOptions) =>
    client<View>(`/views/${id}`, writeOptions('PUT', input, options)),

  delete: (id: string, options?: UpdateOptions) =>
    client<void>(`/views/${id}`, writeOptions('DELETE', undefined, options)),
})
