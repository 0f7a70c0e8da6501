import type { OfferRequest, OfferTake } from '../../domain/affiliates/store.ts'
import type { Change, ChangeBatch, ChangeReport, SearchHit, Target } from '../../domain/changes.ts'
import type { CommentedResource } from '../../domain/comments.ts'
import type { CountryCode } from '../../domain/countries.ts'
import type { Customer } from '../../domain/customers/customer.ts'
import type { InvoiceNeighbours, InvoicesDue } from '../../domain/invoices/invoice.ts'
import type { Where } from '../../domain/lib/filter.ts'
import type { Product } from '../../domain/products/product.ts'
import type { PurchaseRequest } from '../../domain/requests/request.ts'
import type { ResourceName, ResourceRecords } from '../../domain/resources.ts'
import type { User } from '../../domain/users/user.ts'
import type { View, ViewInput } from '../../domain/views/view.ts'
import {
  type BulkOptions,
  bulk,
  type Listed,
  type ListParameters,
  type ReadOptions,
  read,
  type UpdateOptions,
  type WriteOptions,
  write,
} from './call-options.ts'
import type { ApiClient } from './client.ts'
import type { LongWork } from './long-work.ts'
import type { ResourceInputs, ResourceUpdate, StatusChange, StatusResource } from './record-types.ts'

/** The calls that every resource has, under the resource's own name. */
export const recordEndpoints = (client: ApiClient, longWork: LongWork) => ({
  list: <R extends ResourceName>(
    resource: R,
    { where, ...page }: ListParameters = {},
    options?: ReadOptions,
  ) => client<Listed<ResourceRecords[R]>>(`/${resource}`, read(options, { ...where, ...page })),

  one: <R extends ResourceName>(resource: R, id: string, options?: ReadOptions) =>
    client<ResourceRecords[R]>(`/${resource}/${id}`, read(options)),

  create: <R extends ResourceName>(resource: R, input: ResourceInputs[R], options?: WriteOptions) =>
    client<ResourceRecords[R]>(`/${resource}`, write('POST', input, options)),

  update: <R extends ResourceName>(
    resource: R,
    id: string,
    input: ResourceUpdate<R>,
    options?: UpdateOptions,
  ) => client<ResourceRecords[R]>(`/${resource}/${id}`, write('PUT', input, options)),

  setStatus: <R extends StatusResource>(
    resource: R,
    id: string,
    change: StatusChange<R>,
    options?: UpdateOptions,
  ) => client<ResourceRecords[R]>(`/${resource}/status/${id}`, write('PUT', change, options)),

  bulkStatus: <R extends StatusResource>(
    resource: R,
    target: Target,
    change: StatusChange<R>,
    options: BulkOptions = {},
  ) => longWork.json<ChangeReport>(`/${resource}/status`, bulk({ ...target, ...change }, options), options),

  /** Replaces the comment of every record; null clears it. */
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

  /** Undoes a batch record by record; records changed since are refused and named. */
  undo: (batchId: string, options?: WriteOptions) =>
    longWork.json<ChangeReport>(`/changes/${batchId}/undo`, write('POST', undefined, options), options),

  /** Ranked over every resource that the actor may read, or over one. */
  search: (
    query: string,
    {
      signal,
      ...scope
    }: ReadOptions & { resource?: ResourceName; country?: CountryCode; limit?: number } = {},
  ) => client<{ items: SearchHit[] }>('/search', { query: { q: query, ...scope }, signal }),
})

export type DeliveryGuy = Pick<User, 'id' | 'name' | 'phone'>

/** Calls that only users have. */
export const userEndpoints = (client: ApiClient) => ({
  deliveryGuys: (country?: string, options?: ReadOptions) =>
    client<Listed<DeliveryGuy>>('/users/delivery-guys', read(options, { country })),

  setPassword: (id: string, password: string, options?: WriteOptions) =>
    client<User>(`/users/password/${id}`, write('PUT', { password }, options)),

  /** Lets users in, or shuts them out. */
  setActivation: (target: Target, isActivated: boolean, options: BulkOptions = {}) =>
    client<ChangeReport>('/users/activate', bulk({ ...target, isActivated }, options)),

  /** A toggle: without its key a repeated call would flip it back. */
  toggleActivation: (id: string, options?: WriteOptions) =>
    client<User>(`/users/activate/${id}`, write('PUT', undefined, options)),
})

/** Calls that only shippings have. */
export const shippingEndpoints = (longWork: LongWork) => ({
  /** Assigns parcels to a delivery guy; null unassigns them. */
  assign: (target: Target, delivery: string | null, options: BulkOptions = {}) =>
    longWork.json<ChangeReport>('/shippings/delivery', bulk({ ...target, delivery }, options), options),
})

/** Calls that only affiliate offers have. */
export const affiliateEndpoints = (client: ApiClient) => ({
  /** Makes a product of the offer. Refused with `ALREADY_TAKEN` and the product where its owner has one. */
  take: (id: string, take: OfferTake = {}, options?: WriteOptions) =>
    client<Product>(`/affiliates/${id}/take`, write('POST', take, options)),

  request: (id: string, request: OfferRequest, options?: WriteOptions) =>
    client<PurchaseRequest>(`/affiliates/${id}/request`, write('POST', request, options)),
})

/** Calls that only invoices have. */
export const invoiceEndpoints = (client: ApiClient, longWork: LongWork) => ({
  /** Bills every delivered or returned parcel of a country that is not yet on an invoice; answers once that is done. */
  generate: (country: CountryCode, options?: WriteOptions) =>
    longWork.json<ChangeReport>('/invoices/generate', write('POST', { country }, options), options),

  /** What `generate` would do at present. */
  due: (country: CountryCode, options?: ReadOptions) =>
    client<InvoicesDue>('/invoices/due', read(options, { country })),

  /** The invoices before and after one in a list under this filter and in this order. */
  neighbours: (id: string, { where, sort }: { where: Where; sort?: string }, options?: ReadOptions) =>
    client<InvoiceNeighbours>(`/invoices/${id}/neighbours`, read(options, { ...where, sort })),
})

/** Customers by their phone, in any written form; a national one is read as of the country. */
export const customerEndpoints = (client: ApiClient) => ({
  one: (phone: string, { country, ...options }: ReadOptions & { country?: CountryCode } = {}) =>
    client<Customer>(`/customers/${encodeURIComponent(phone)}`, read(options, { country })),
})

/** The change log: batches, and the changes of one batch. */
export const changeEndpoints = (client: ApiClient) => ({
  list: ({ where, ...page }: ListParameters = {}, options?: ReadOptions) =>
    client<Listed<ChangeBatch>>('/changes', read(options, { ...where, ...page })),

  lines: (batchId: string, page: Pick<ListParameters, 'limit' | 'skip'> = {}, options?: ReadOptions) =>
    client<Listed<Change>>(`/changes/${batchId}`, read(options, page)),
})

/** Saved views: the caller's own, and those shared with them. */
export const viewEndpoints = (client: ApiClient) => ({
  list: (resource: ResourceName, options?: ReadOptions) =>
    client<Listed<View>>('/views', read(options, { resource })),

  create: (input: ViewInput, options?: WriteOptions) => client<View>('/views', write('POST', input, options)),

  update: (id: string, input: Partial<Omit<ViewInput, 'resource'>>, options?: UpdateOptions) =>
    client<View>(`/views/${id}`, write('PUT', input, options)),

  delete: (id: string, options?: UpdateOptions) =>
    client<void>(`/views/${id}`, write('DELETE', undefined, options)),
})
