import type { ResourceName } from '../../domain/resources.ts'
import type { View, ViewInput } from '../../domain/views/view.ts'
import { type ReadOptions, type UpdateOptions, type WriteOptions, write } from './call-options.ts'
import type { Http } from './http.ts'
import type { Listed } from './record-calls.ts'

/** Saved views: the caller's own, and those that are shared with them. */
export const viewCalls = (http: Http) => ({
  list: (resource: ResourceName, { signal }: ReadOptions = {}) =>
    http.json<Listed<View>>('/views', { query: { resource }, signal }),

  create: (input: ViewInput, options?: WriteOptions) =>
    http.json<View>('/views', write('POST', input, options)),

  update: (id: string, input: Partial<Omit<ViewInput, 'resource'>>, options?: UpdateOptions) =>
    http.json<View>(`/views/${id}`, write('PUT', input, options)),

  delete: (id: string, options?: UpdateOptions) =>
    http.json<void>(`/views/${id}`, write('DELETE', undefined, options)),
})
