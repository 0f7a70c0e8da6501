import type { OfferRequest, OfferTake } from '../../../domain/affiliates/store.ts'
import type { SheetRow } from '../../../domain/carrier-sheet/carrier-sheet.ts'
import type { ChangeReport, Target } from '../../../domain/changes/changes.ts'
import type { StockMovement } from '../../../domain/fulfillment/stock-movement.ts'
import type { Label, LabelPrint } from '../../../domain/labels/label.ts'
import type { ManifestWithLines } from '../../../domain/manifests/manifest.ts'
import type { OrderProduct, Product } from '../../../domain/products/product.ts'
import type { PurchaseRequest } from '../../../domain/requests/request.ts'
import {
  type BulkOptions,
  bulk,
  type Listed,
  type ListParameters,
  type ReadOptions,
  read,
  type WriteOptions,
  writeOptions,
} from '../call-options.ts'
import type { ApiClient } from '../client.ts'
import type { LongWork } from '../long-work.ts'

export const orderEndpoints = (client: ApiClient) => ({
  /** The products that an order may be changed to. */
  products: (id: string, options?: ReadOptions) =>
    client<Listed<OrderProduct>>(`/orders/${id}/products`, read(options)),

  /** Makes one order of two of a customer; `reason`: why the other one is cancelled. */
  merge: (merged: { keep: string; drop: string; reason?: string }, options: BulkOptions = {}) =>
    client<ChangeReport>('/orders/merge', bulk(merged, options)),
})

export const productEndpoints = (client: ApiClient) => ({
  /** Requests more pieces of the product. */
  restock: (id: string, request: OfferRequest, options?: WriteOptions) =>
    client<PurchaseRequest>(`/products/${id}/restock`, writeOptions('POST', request, options)),

  /** Stock movements, newest first. */
  movements: (id: string, page: Pick<ListParameters, 'limit' | 'skip'> = {}, options?: ReadOptions) =>
    client<Listed<StockMovement>>(`/products/${id}/movements`, read(options, page)),
})

export const shippingEndpoints = (client: ApiClient, longWork: LongWork) => ({
  /** Assigns parcels to a courier; null unassigns. */
  assign: (target: Target, delivery: string | null, options: BulkOptions = {}) =>
    longWork.json<ChangeReport>('/shippings/delivery', bulk({ ...target, delivery }, options), options),

  /** Applies a carrier's sheet: each row has its own status. */
  applySheet: (rows: readonly SheetRow[], options: BulkOptions = {}) =>
    longWork.json<ChangeReport>('/shippings/sheet', bulk({ rows }, options), options),

  /** Label contents of at most 500 parcels, by number; the page draws the symbols itself. */
  labels: (target: Target, { signal }: ReadOptions = {}) =>
    client<{ items: Label[] }>('/shippings/labels', {
      method: 'POST',
      body: { ...target, svg: false },
      signal,
    }),

  /** Counts one print of each label; returns the counts. */
  countLabelPrints: (target: Target, options?: WriteOptions) =>
    client<{ items: LabelPrint[] }>('/shippings/labels/prints', writeOptions('POST', target, options)),
})

export const affiliateEndpoints = (client: ApiClient) => ({
  /** Makes a product from the offer. `ALREADY_TAKEN` with the product if its owner has one. */
  take: (id: string, take: OfferTake = {}, options?: WriteOptions) =>
    client<Product>(`/affiliates/${id}/take`, writeOptions('POST', take, options)),

  request: (id: string, request: OfferRequest, options?: WriteOptions) =>
    client<PurchaseRequest>(`/affiliates/${id}/request`, writeOptions('POST', request, options)),
})

export const manifestEndpoints = (client: ApiClient, longWork: LongWork) => ({
  /** With its parcels, which lists omit. */
  one: (id: string, options?: ReadOptions) => client<ManifestWithLines>(`/manifests/${id}`, read(options)),

  /** Undoes its dispatch for all parcels or none: `MANIFEST_HAS_MOVED`. */
  undo: (id: string, options?: WriteOptions) =>
    longWork.json<ChangeReport>(`/manifests/${id}/undo`, writeOptions('POST', undefined, options), options),
})
