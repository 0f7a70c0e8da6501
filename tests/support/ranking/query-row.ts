import type { From } from './ranking-view.ts'

/**
 * A typed text and its meaning: a command (`order.confirm`), one with its arguments as the palette's row has
 * them (`order.status?status=CONFIRMED`), one on a record (`order.confirm #10423`), or a record by its list and title
 * (`orders: Awa Koné`).
 */
export type QueryRow = {
  query: string
  expects: string
  from?: From
  why?: string
}

/** Those that `GET search` answers. */
export const isRecordRow = ({ expects }: QueryRow): boolean => expects.includes(': ')
