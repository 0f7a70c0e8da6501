import type { ChangeReport, Target } from '../../domain/changes.ts'
import type { User } from '../../domain/users/user.ts'
import { type BulkOptions, bulk, type ReadOptions, type WriteOptions, write } from './call-options.ts'
import type { Http } from './http.ts'
import type { Listed } from './record-calls.ts'

export type DeliveryGuy = Pick<User, 'id' | 'name' | 'phone'>

/** What users have beyond what every resource has. */
export const userCalls = (http: Http) => ({
  deliveryGuys: (country?: string, { signal }: ReadOptions = {}) =>
    http.json<Listed<DeliveryGuy>>('/users/delivery-guys', { query: { country }, signal }),

  setPassword: (id: string, password: string, options?: WriteOptions) =>
    http.json<User>(`/users/password/${id}`, write('PUT', { password }, options)),

  /** Lets users in, or shuts them out. */
  setActivation: (target: Target, isActivated: boolean, options: BulkOptions = {}) =>
    http.json<ChangeReport>('/users/activate', bulk({ ...target, isActivated }, options)),

  /** A toggle: without its intent a repeated call would flip it back. */
  toggleActivation: (id: string, options?: WriteOptions) =>
    http.json<User>(`/users/activate/${id}`, write('PUT', undefined, options)),
})
