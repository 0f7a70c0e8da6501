import { describe } from '../openapi/describe.ts'

const shared = { tag: 'contract', access: 'public' } as const

export const docsCalls = {
  document: describe.call({
    ...shared,
    id: 'getContract',
    summary: 'Read this document',
    answers: { 200: { media: 'application/json', schema: { type: 'object' } }, 304: null },
  }),
  page: describe.call({
    ...shared,
    id: 'getDocs',
    summary: 'Read this document as a page',
    answers: { 200: { media: 'text/html', schema: { type: 'string' } }, 304: null },
  }),
  /** What the page loads is no call of the API. */
  file: { config: { access: 'public', operation: null } },
} as const
