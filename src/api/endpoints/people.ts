import type { ChangeReport, Target } from '../../../domain/changes/changes.ts'
import type { CountryCode } from '../../../domain/core/countries.ts'
import type { Customer } from '../../../domain/customers/customer.ts'
import type { Erasure } from '../../../domain/customers/personal-data.ts'
import type { Retention, RetentionInput } from '../../../domain/customers/retention.ts'
import type { Courier, User } from '../../../domain/users/user.ts'
import {
  type BulkOptions,
  bulk,
  type Listed,
  type ReadOptions,
  read,
  type WriteOptions,
  writeOptions,
} from '../call-options.ts'
import type { ApiClient } from '../client.ts'

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
