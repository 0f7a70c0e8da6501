import type { JsonSchema } from './json-schema.ts'
import type { RequestHeader } from './operation.ts'

/** What the headers that calls may take are for. */
export const requestHeaders: Record<RequestHeader, { description: string; schema: JsonSchema }> = {
  'Idempotency-Key': {
    description:
      'The same key with the same call gets the same answer for 24 hours, without a second effect. With another call it is refused.',
    schema: { type: 'string', minLength: 1, maxLength: 200 },
  },
  'If-Match': {
    description: 'The `version` that was read, in quotes. A record that has moved on is not changed.',
    schema: { type: 'string', pattern: '^(\\*|(W/)?"\\d{1,9}")$' },
  },
  Prefer: {
    description: '`respond-async` gets 202 and the job where this is long work, rather than its result.',
    schema: { type: 'string' },
  },
  'Last-Event-ID': {
    description: 'The id of the last message that was seen.',
    schema: { type: 'string' },
  },
}
