import type { Desk, DeskInput } from '../../domain/users/desk.ts'
import { type ReadOptions, type UpdateOptions, write } from './call-options.ts'
import type { Http } from './http.ts'

/** One's own keys and macros. */
export const deskCalls = (http: Http) => ({
  read: ({ signal }: ReadOptions = {}) => http.json<Desk>('/profile/desk', { signal }),

  keep: (input: Partial<DeskInput>, options?: UpdateOptions) =>
    http.json<Desk>('/profile/desk', write('PUT', input, options)),
})
