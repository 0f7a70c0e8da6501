import type { AdPaste, AdPasteInput } from '../../domain/advertising/ad-cost.ts'
import type { OfferRequest, OfferTake } from '../../domain/affiliates/store.ts'
import type { CallPolicyInput } from '../../domain/calls/call-policy.ts'
import type { CallerFigures, CallFigure, FigureCall, FigureGroup } from '../../domain/calls/caller-figures.ts'
import type { CallsBoard } from '../../domain/calls/calls-board.ts'
import type { CallRehearsal } from '../../domain/calls/rehearse-calls.ts'
import type { SheetRow } from '../../domain/carrier-sheet/carrier-sheet.ts'
import type { Change, ChangeBatch, ChangeReport, SearchHit, Target } from '../../domain/changes/changes.ts'
import type { CommentedResource } from '../../domain/comments/comment.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import type { Customer } from '../../domain/customers/customer.ts'
import type { Erasure } from '../../domain/customers/personal-data.ts'
import type { Retention, RetentionInput } from '../../domain/customers/retention.ts'
import type { WebhookDelivery } from '../../domain/deliveries/delivery.ts'
import type { StockMovement } from '../../domain/fulfillment/stock-movement.ts'
import type { EarningsRule, EarningsRuleInput } from '../../domain/handovers/earnings.ts'
import type { CashHolder, HandoverDue } from '../../domain/handovers/handover.ts'
import type { InvoiceNeighbours, InvoicesDue, Issuer, IssuerInput } from '../../domain/invoices/invoice.ts'
import type { Label, LabelPrint } from '../../domain/labels/label.ts'
import type { Where } from '../../domain/lib/filter.ts'
import type { StoredImage } from '../../domain/lib/image.ts'
import type { ManifestWithLines } from '../../domain/manifests/manifest.ts'
import type { ColumnMapping } from '../../domain/orders/import/column-mapping.ts'
import type { Correction } from '../../domain/orders/import/corrections.ts'
import type { HiddenRows } from '../../domain/orders/import/hidden-rows.ts'
import type { OwedSeller, PayoutInput, PayoutWithLines } from '../../domain/payouts/payout.ts'
import type { Statement } from '../../domain/payouts/statement.ts'
import type { OrderProduct, Product } from '../../domain/products/product.ts'
import type { PurchaseRequest } from '../../domain/requests/request.ts'
import type { ResourceName, ResourceRecords } from '../../domain/resources.ts'
import type { ResolvedKeys } from '../../domain/search/record-keys.ts'
import type { KnownLine } from '../../domain/shop-files/check-order-file.ts'
import type { ImportMapping, MappingInput } from '../../domain/shop-files/import-mapping.ts'
import type { Source, SourceAccess, SourceRotation, SourceWithSecret } from '../../domain/sources/source.ts'
import type { ServerStatus } from '../../domain/status/server-status.ts'
import type { Rehearsal, TariffGridInput } from '../../domain/tariffs/tariff.ts'
import type { Credentials } from '../../domain/users/account-fields.ts'
import type { Preferences, PreferencesInput } from '../../domain/users/preferences.ts'
import type { OpenSession, PasswordChange, Profile, ProfileInput } from '../../domain/users/profile.ts'
import type {
  NewSecondFactor,
  Proof,
  RecoveryCodes,
  SecondFactor,
  SecondStep,
} from '../../domain/users/second-factor.ts'
import type { SignUp } from '../../domain/users/sign-up.ts'
import type { Courier, DemoCompany, SessionRecord, User } from '../../domain/users/user.ts'
import type { View, ViewInput } from '../../domain/views/view.ts'
import type { WebhookWithSecret } from '../../domain/webhooks/webhook.ts'
import { deviceStorage, type KeyedStorage } from '../storage/browser-storage.ts'
import type { ResourceInput, ResourceUpdate, StatusChange, StatusResource } from './call-options.ts'
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
} from './call-options.ts'
import type { ApiClient } from './client.ts'
import type { LongWork } from './long-work.ts'
import type { OnSent } from './send-with-progress.ts'

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

export const userEndpoints = (client: ApiClient) => ({
  /** `load`: with what each has in hand. */
  couriers: (country?: string, { load, ...options }: ReadOptions & { load?: true } = {}) =>
    client<Listed<Courier>>('/users/delivery-guys', read(options, { country, load: load && 'true' })),

  setPassword: (id: string, password: string, options?: WriteOptions) =>
    client<User>(`/users/password/${id}`, writeOptions('PUT', { password }, options)),

  resetSecondFactor: (id: string, options?: WriteOptions) =>
    client<User>(`/users/reset-second-factor/${id}`, writeOptions('PUT', undefined, options)),

  /** Activates or deactivates users. */
  setActivation: (target: Target, isActivated: boolean, options: BulkOptions = {}) =>
    client<ChangeReport>('/users/activate', bulk({ ...target, isActivated }, options)),

  /** Lets agents call, or takes calls away from them. */
  letCall: (target: Target, calls: boolean, options: BulkOptions = {}) =>
    client<ChangeReport>('/users/calls', bulk({ ...target, calls }, options)),

  /** Toggles, so its idempotency key matters for retries. */
  toggleActivation: (id: string, options?: WriteOptions) =>
    client<User>(`/users/activate/${id}`, writeOptions('PUT', undefined, options)),
})

export const callPolicyEndpoints = (client: ApiClient) => ({
  /** What a policy would have made of the calls of a range; ISO 8601. */
  rehearse: (
    id: string,
    rehearsal: { policy: CallPolicyInput; from: string; to: string },
    options?: ReadOptions,
  ) =>
    client<CallRehearsal>(`/call-policies/${id}/rehearse`, {
      ...read(options),
      method: 'POST',
      body: rehearsal,
    }),
})

export const orderEndpoints = (client: ApiClient) => ({
  /** The products that an order may be changed to. */
  products: (id: string, options?: ReadOptions) =>
    client<Listed<OrderProduct>>(`/orders/${id}/products`, read(options)),

  /** Makes one order of two of a customer; `reason`: why the other one is cancelled. */
  merge: (merged: { keep: string; drop: string; reason?: string }, options: BulkOptions = {}) =>
    client<ChangeReport>('/orders/merge', bulk(merged, options)),
})

export const advertisingEndpoints = (client: ApiClient) => ({
  /** What a pasted text says and would write; nothing is written. */
  check: (pasted: AdPasteInput, options?: ReadOptions) =>
    client<AdPaste>('/advertising/check', { ...read(options), method: 'POST', body: pasted }),

  /** Writes it as one batch. */
  paste: (pasted: AdPasteInput, options?: WriteOptions) =>
    client<ChangeReport>('/advertising/paste', writeOptions('POST', pasted, options)),
})

export const tariffEndpoints = (client: ApiClient) => ({
  /** What the parcels not yet billed would cost with these tariffs; nothing is written. */
  rehearse: (grid: TariffGridInput, options?: ReadOptions) =>
    client<Rehearsal>('/tariffs/rehearse', { ...read(options), method: 'POST', body: grid }),

  /** Writes them as one batch. */
  grid: (grid: TariffGridInput, options?: WriteOptions) =>
    client<ChangeReport>('/tariffs/grid', writeOptions('POST', grid, options)),
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

/** Who calls, what they did, and whose turn an order is. */
export const statusEndpoints = (client: ApiClient) => ({
  read: (options?: ReadOptions) => client<ServerStatus>('/status', read(options)),
})

export const callerEndpoints = (client: ApiClient, longWork: LongWork) => ({
  board: (country: CountryCode, options?: ReadOptions) =>
    client<CallsBoard>('/callers/board', read(options, { country })),

  figures: (asked: FiguresAsked & { by?: FigureGroup }, options?: ReadOptions) =>
    client<Listed<CallerFigures>>('/callers', read(options, asked)),

  /** The calls that a figure counts. */
  calls: (
    asked: FiguresAsked & { figure: CallFigure; limit?: number; skip?: number },
    options?: ReadOptions,
  ) => client<Listed<FigureCall>>('/callers/calls', read(options, asked)),

  /** Figures as a spreadsheet, in the language of the console. */
  download: (asked: FiguresAsked & { by?: FigureGroup }, options?: WriteOptions) =>
    client<Blob, 'blob'>('/callers/download', {
      ...writeOptions('POST', undefined, options),
      query: asked,
      responseType: 'blob',
    }),

  /** Takes over orders that wait for a call, or frees them for others. */
  turn: (turn: 'take-over' | 'free', target: Target, options: BulkOptions = {}) =>
    longWork.json<ChangeReport>(`/orders/${turn}`, bulk({ ...target }, options), options),
})

export type FiguresAsked = {
  from: string
  to: string
  country?: CountryCode
  caller?: string
  seller?: string
  product?: string
}

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

/** A line of a source's orders and the product that it means: named by its SKU, or by its name if it has none. */
export type LineOfSource = { source: string; product: string } & ({ sku: string } | { name: string })

export const intakeEndpoints = (client: ApiClient, longWork: LongWork) => ({
  /** Remembers the product of a line; the events that wait for it follow. */
  map: (line: LineOfSource, options: BulkOptions = {}) =>
    client<ChangeReport>('/intake/map', bulk(line, options)),

  /** Works on events again. */
  replay: (target: Target, options: BulkOptions = {}) =>
    longWork.json<ChangeReport>('/intake/replay', bulk({ ...target }, options), options),
})

export const webhookEndpoints = (client: ApiClient) => ({
  /** Gives a webhook another secret, answered once. */
  rotate: (id: string, options?: WriteOptions) =>
    client<WebhookWithSecret>(`/webhooks/rotate/${id}`, writeOptions('PUT', {}, options)),
  /** Sends a test; answers its delivery, whose outcome is read later. */
  test: (id: string, options?: WriteOptions) =>
    client<WebhookDelivery>(`/webhooks/test/${id}`, writeOptions('PUT', {}, options)),
})

export const deliveryEndpoints = (longWork: LongWork) => ({
  replay: (target: Target, options: BulkOptions = {}) =>
    longWork.json<ChangeReport>('/deliveries/replay', bulk({ ...target }, options), options),
})

export const sourceEndpoints = (client: ApiClient) => ({
  /** Gives a source another secret, answered once: the one given, or a new one. */
  rotate: (id: string, rotation: SourceRotation, options?: WriteOptions) =>
    client<SourceWithSecret>(`/sources/rotate/${id}`, writeOptions('PUT', rotation, options)),

  /** Says how its shop is asked for what changed; without an address it is asked no more. */
  access: (id: string, access: SourceAccess, options?: WriteOptions) =>
    client<Source>(`/sources/access/${id}`, writeOptions('PUT', access, options)),
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

export const affiliateEndpoints = (client: ApiClient) => ({
  /** Makes a product from the offer. `ALREADY_TAKEN` with the product if its owner has one. */
  take: (id: string, take: OfferTake = {}, options?: WriteOptions) =>
    client<Product>(`/affiliates/${id}/take`, writeOptions('POST', take, options)),

  request: (id: string, request: OfferRequest, options?: WriteOptions) =>
    client<PurchaseRequest>(`/affiliates/${id}/request`, writeOptions('POST', request, options)),
})

export const invoiceEndpoints = (client: ApiClient, longWork: LongWork) => ({
  /** Bills all delivered or returned parcels of a country that are not on an invoice yet; resolves when done. */
  generate: (country: CountryCode, options?: WriteOptions) =>
    longWork.json<ChangeReport>('/invoices/generate', writeOptions('POST', { country }, options), options),

  /** Dry run of `generate`. */
  due: (country: CountryCode, options?: ReadOptions) =>
    client<InvoicesDue>('/invoices/due', read(options, { country })),

  /** Our identity on the papers of a country. */
  issuer: (country: CountryCode, options?: ReadOptions) =>
    client<Issuer>('/invoices/issuer', read(options, { country })),

  setIssuer: (input: IssuerInput, options?: WriteOptions) =>
    client<Issuer>('/invoices/issuer', writeOptions('PUT', input, options)),

  /** Previous and next invoice in a list with this filter and sort. */
  neighbours: (id: string, { where, sort }: { where: Where; sort?: string }, options?: ReadOptions) =>
    client<InvoiceNeighbours>(`/invoices/${id}/neighbours`, read(options, { ...where, sort })),
})

export const manifestEndpoints = (client: ApiClient, longWork: LongWork) => ({
  /** With its parcels, which lists omit. */
  one: (id: string, options?: ReadOptions) => client<ManifestWithLines>(`/manifests/${id}`, read(options)),

  /** Undoes its dispatch for all parcels or none: `MANIFEST_HAS_MOVED`. */
  undo: (id: string, options?: WriteOptions) =>
    longWork.json<ChangeReport>(`/manifests/${id}/undo`, writeOptions('POST', undefined, options), options),
})

export const handoverEndpoints = (client: ApiClient) => ({
  /** The courier's cash to hand over, all days. */
  due: (delivery: string, country: CountryCode, options?: ReadOptions) =>
    client<HandoverDue>('/handovers/due', read(options, { delivery, country })),

  /** Couriers with cash, without sums. */
  holders: (country: CountryCode, options?: ReadOptions) =>
    client<{ items: CashHolder[] }>('/handovers/holders', read(options, { country })),

  /** Whether couriers of a country keep their earnings back from the cash. */
  earnings: (country: CountryCode, options?: ReadOptions) =>
    client<EarningsRule>('/handovers/earnings', read(options, { country })),

  setEarnings: (input: EarningsRuleInput, options?: WriteOptions) =>
    client<EarningsRule>('/handovers/earnings', writeOptions('PUT', input, options)),
})

export const payoutEndpoints = (client: ApiClient) => ({
  record: (input: PayoutInput, options?: WriteOptions) =>
    client<PayoutWithLines>('/payouts', writeOptions('POST', input, options)),

  /** Sellers with unpaid invoices, with what remains. */
  owed: (country: CountryCode, options?: ReadOptions) =>
    client<{ items: OwedSeller[] }>('/payouts/owed', read(options, { country })),

  statement: (seller: string, period: StatementPeriod, options?: ReadOptions) =>
    client<Statement>(`/sellers/${seller}/statement`, read(options, period)),

  /** The same as a spreadsheet. */
  statementFile: (seller: string, period: StatementPeriod, options?: ReadOptions) =>
    client<Blob, 'blob'>(`/sellers/${seller}/statement/file`, {
      ...read(options, period),
      responseType: 'blob',
    }),
})

type StatementPeriod = { country: CountryCode; from: string; to: string }

/** Customers by phone in any written form; national ones belong to the country. */
export const customerEndpoints = (client: ApiClient) => ({
  one: (phone: string, { country, ...options }: ReadOptions & { country?: CountryCode } = {}) =>
    client<Customer>(`/customers/${encodeURIComponent(phone)}`, read(options, { country })),

  /** Everything stored about them as a spreadsheet. */
  exportFile: (phone: string, country: CountryCode, options?: ReadOptions) =>
    client<Blob, 'blob'>(`/customers/${encodeURIComponent(phone)}/export/file`, {
      ...read(options, { country }),
      responseType: 'blob',
    }),

  /** `dryRun` only counts. */
  erase: (input: { phone: string; country: CountryCode; dryRun?: boolean }, options?: WriteOptions) =>
    client<Erasure>('/customers/erase', writeOptions('PUT', input, options)),

  /** After how many years without an order they are erased in a country. */
  retention: (country: CountryCode, options?: ReadOptions) =>
    client<Retention>('/customers/retention', read(options, { country })),

  setRetention: (input: RetentionInput, options?: WriteOptions) =>
    client<Retention>('/customers/retention', writeOptions('PUT', input, options)),
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

/** What imports of files remember of the user, and of lines of sources. */
export const importEndpoints = (client: ApiClient) => ({
  mappings: (options?: ReadOptions) => client<Listed<ImportMapping>>('/import-mappings', read(options)),

  remember: (input: MappingInput, options?: WriteOptions) =>
    client<ImportMapping>('/import-mappings', writeOptions('PUT', input, options)),

  forget: (id: string, options?: WriteOptions) =>
    client<void>(`/import-mappings/${id}`, writeOptions('DELETE', undefined, options)),

  knownLines: (country: CountryCode, options?: ReadOptions) =>
    client<Listed<KnownLine>>('/import-lines', read(options, { country })),
})

/** `all`: every row or none. `valid`: only valid rows. */
export type UploadMode = 'all' | 'valid'

/** `country`: of the created orders; default: the actor's. */
export type UploadOptions = WriteOptions & {
  dryRun?: boolean
  mode?: UploadMode
  country?: CountryCode
  /** Values that replace cells of the file. */
  corrections?: readonly Correction[]
  hiddenRows?: HiddenRows
  /** Numbers of rows that are not imported. */
  leftOut?: readonly number[]
  /** Columns that are read as what, if a person has chosen them. */
  mapping?: ColumnMapping | null
  /** Upload progress in bytes. */
  onSent?: OnSent
}

export type DownloadChoice = { where: Where; except?: readonly string[]; sort?: string }

/** Uploads and downloads of spreadsheets. The caller provides the report type. */
export const fileEndpoints = (client: ApiClient, longWork: LongWork) => ({
  upload: <Report>(
    resource: ResourceName,
    file: File,
    {
      dryRun,
      mode,
      country,
      hiddenRows,
      corrections,
      leftOut,
      mapping,
      onSent,
      ...options
    }: UploadOptions = {},
  ): Promise<Report> =>
    longWork.json<Report>(
      `/${resource}/upload-multiple`,
      {
        ...writeOptions('POST', multipart(file, { corrections, leftOut, mapping }), options),
        query: { dryRun: dryRun ? '1' : undefined, mode, country, hiddenRows },
        onSent,
      },
      options,
    ),

  /** A spreadsheet of the rows that would be, or were, refused, with reasons. */
  failedRows: (
    resource: ResourceName,
    file: File,
    { mode, country, hiddenRows, corrections, leftOut, mapping, ...options }: UploadOptions = {},
  ) =>
    client<Blob, 'blob'>(`/${resource}/upload-multiple/failed`, {
      ...writeOptions('POST', multipart(file, { corrections, leftOut, mapping }), options),
      query: { mode, country, hiddenRows },
      responseType: 'blob',
    }),

  template: (resource: ResourceName, { signal, country }: ReadOptions & { country?: CountryCode } = {}) =>
    client<Blob, 'blob'>(`/${resource}/download-multiple-template`, {
      method: 'POST',
      query: { country },
      signal,
      responseType: 'blob',
    }),

  /** The matching records of a list, less `except`; waits if it runs as a job. */
  download: (
    resource: ResourceName,
    { where, except = [], sort }: DownloadChoice,
    options: WriteOptions = {},
  ): Promise<Blob> =>
    longWork.blob(
      `/${resource}/download`,
      writeOptions(
        'POST',
        { ...where, ...(sort ? { sort } : {}), ...(except.length > 0 ? { except: except.join() } : {}) },
        options,
      ),
      options,
    ),
})

export const imageEndpoints = (client: ApiClient) => ({
  /** Returns the path to store in a record. */
  upload: (file: File, { onSent, ...options }: WriteOptions & { onSent?: OnSent } = {}) =>
    client<StoredImage>('/images', { ...writeOptions('POST', multipart(file), options), onSent }),
})

const multipart = (
  file: File,
  {
    corrections = [],
    leftOut = [],
    mapping = null,
  }: Pick<UploadOptions, 'corrections' | 'leftOut' | 'mapping'> = {},
): FormData => {
  const form = new FormData()
  if (mapping !== null) form.append('mapping', JSON.stringify(mapping))
  if (corrections.length > 0) form.append('corrections', JSON.stringify(corrections))
  if (leftOut.length > 0) form.append('leftOut', JSON.stringify(leftOut))
  form.append('file', file, file.name)
  return form
}

const key = 'devices'

/** Above this, on shared computers, the account that signed in longest ago is dropped. */
const MAX_ACCOUNTS = 20

type Devices = Record<string, string>

/**
 * Device tokens by hashed e-mail address. They grant no access, but exempt this device from login limits that others have
 * exhausted. Survive a logout.
 */
export const createDeviceStore = (storage: () => KeyedStorage = () => deviceStorage) => ({
  read: (email: string): string | null => readAll(storage)[nameOf(email)] ?? null,
  write: (email: string, device: string): void => {
    const { [nameOf(email)]: _, ...others } = readAll(storage)
    const latest = Object.entries({ ...others, [nameOf(email)]: device }).slice(-MAX_ACCOUNTS)
    try {
      storage().setItem(key, JSON.stringify(Object.fromEntries(latest)))
    } catch {
      // Storage disabled: the device is unknown at each login.
    }
  },
})

export type DeviceStore = ReturnType<typeof createDeviceStore>

/** A hash of the address (cyrb53, 53 bits), so that the next user cannot read it. */
const nameOf = (email: string): string => {
  let [high, low] = [0xdeadbeef, 0x41c6ce57]
  for (const character of email.trim().toLowerCase()) {
    const code = character.codePointAt(0) ?? 0
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36)
}

const readAll = (storage: () => KeyedStorage): Devices => {
  try {
    const stored: unknown = JSON.parse(storage().getItem(key) ?? '{}')
    if (typeof stored !== 'object' || stored === null) return {}
    return Object.fromEntries(
      Object.entries(stored).flatMap(([name, device]) =>
        // Earlier versions stored the address itself.
        typeof device === 'string' ? [[name.includes('@') ? nameOf(name) : name, device]] : [],
      ),
    )
  } catch {
    return {}
  }
}

export const sessionEndpoints = (client: ApiClient, devices: DeviceStore = createDeviceStore()) => ({
  /** Returns the session with its token, and stores this device's token. */
  login: async (credentials: Credentials, { signal }: ReadOptions = {}): Promise<SessionRecord> => {
    const { email } = credentials
    const body = { ...credentials, device: devices.read(email) }
    const { device, ...session } = await client<SessionRecord>('/sessions', { method: 'POST', body, signal })
    if (device !== undefined) devices.write(email, device)
    return session
  },

  /** Second step of a login; as the first. */
  answerChallenge: async (
    { email, ...step }: SecondStep & { email: string },
    { signal }: ReadOptions = {},
  ): Promise<SessionRecord> => {
    const body = { ...step, device: devices.read(email) }
    const { device, ...session } = await client<SessionRecord>('/sessions/second-factor', {
      method: 'POST',
      body,
      signal,
    })
    if (device !== undefined) devices.write(email, device)
    return session
  },

  /** Says again who is at the keyboard. */
  prove: (proof: Proof, { signal }: ReadOptions = {}) =>
    client<void>('/sessions/proof', { method: 'POST', body: proof, signal }),

  /** The current session with its gates, without a new login. */
  current: (options?: ReadOptions) =>
    client<Omit<SessionRecord, 'token'>>('/sessions/current', read(options)),

  /** Demo credentials; 404 without demo data. */
  demo: (options?: ReadOptions) => client<DemoCompany>('/sessions/demo', read(options)),

  /** Revokes the token. Best effort: logging out is local. */
  logout: ({ signal }: ReadOptions = {}) => client<void>('/sessions/current', { method: 'DELETE', signal }),

  /** The user's open sessions, this one first. */
  list: (options?: ReadOptions) => client<Listed<OpenSession>>('/sessions', read(options)),

  end: (id: string, { signal }: ReadOptions = {}) =>
    client<void>(`/sessions/${id}`, { method: 'DELETE', signal }),

  /** Ends all sessions of the user except this one. */
  endOthers: ({ signal }: ReadOptions = {}) => client<void>('/sessions/others', { method: 'DELETE', signal }),
})

/** Calls without a session. No answer reveals whether an address has an account. */
export const accountEndpoints = (client: ApiClient, devices: DeviceStore = createDeviceStore()) => ({
  register: (signUp: SignUp, { signal }: ReadOptions = {}) =>
    client<{ email: string }>('/users/register', { method: 'POST', body: signUp, signal }),

  verifyEmail: (token: string, { signal }: ReadOptions = {}) =>
    client<void>(`/users/verify-email/${encodeURIComponent(token)}`, { method: 'POST', signal }),

  resendEmail: (email: string, { signal }: ReadOptions = {}) =>
    client<void>('/users/resend-email', { method: 'POST', body: { email }, signal }),

  // The specification's path has a trailing slash.
  forgetPassword: (email: string, { signal }: ReadOptions = {}) =>
    client<void>('/forget-password/', {
      method: 'POST',
      body: { email, device: devices.read(email) },
      signal,
    }),

  /** Whether the link still works; refused as by `resetPassword`. */
  checkReset: (token: string, options?: ReadOptions) =>
    client<void>(`/password-reset/${encodeURIComponent(token)}`, read(options)),

  /** Ends all sessions of the account. */
  resetPassword: (token: string, password: string, { signal }: ReadOptions = {}) =>
    client<void>(`/password-reset/${encodeURIComponent(token)}`, {
      method: 'POST',
      body: { password },
      signal,
    }),
})

/** Calls on the user's own account. */
export const profileEndpoints = (client: ApiClient) => ({
  read: (options?: ReadOptions) => client<Profile>('/profile', read(options)),

  update: (input: Partial<ProfileInput>, options?: UpdateOptions) =>
    client<Profile>('/profile', writeOptions('PUT', input, options)),

  /** Ends all other sessions. Without a key: a repeated call finds the password changed. */
  changePassword: (change: PasswordChange, { signal }: ReadOptions = {}) =>
    client<void>('/profile/password', { method: 'PUT', body: change, signal }),

  secondFactor: (options?: ReadOptions) => client<SecondFactor>('/profile/totp', read(options)),

  /** A secret for an authenticator app, without effect until it is confirmed. */
  beginSecondFactor: ({ signal }: ReadOptions = {}) =>
    client<NewSecondFactor>('/profile/totp', { method: 'POST', signal }),

  /** Ends all other sessions. The recovery codes are answered once. */
  confirmSecondFactor: (code: string, { signal }: ReadOptions = {}) =>
    client<RecoveryCodes>('/profile/totp', { method: 'PUT', body: { code }, signal }),

  renewRecoveryCodes: (proof: Proof, { signal }: ReadOptions = {}) =>
    client<RecoveryCodes>('/profile/totp/recovery-codes', { method: 'POST', body: proof, signal }),

  /** Ends all other sessions. */
  removeSecondFactor: (proof: Proof, { signal }: ReadOptions = {}) =>
    client<void>('/profile/totp', { method: 'DELETE', body: proof, signal }),
})

/** The user's shortcuts and macros. */
export const preferencesEndpoints = (client: ApiClient) => ({
  read: (options?: ReadOptions) => client<Preferences>('/profile/desk', read(options)),

  keep: (input: Partial<PreferencesInput>, options?: UpdateOptions) =>
    client<Preferences>('/profile/desk', writeOptions('PUT', input, options)),
})
