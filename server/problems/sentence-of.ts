import { Refused } from '../core/errors.ts'
import { StartRefusal } from '../db/connection-errors.ts'
import { detailOf } from './problem.ts'

/** The message of an error that ends the process, for its operator; null if it is a bug, which needs its stack. */
export const sentenceOf = (error: unknown): string | null => {
  if (error instanceof StartRefusal) return error.message
  if (!(error instanceof Refused)) return null
  const { text } = detailOf(error.code, 'en')
  return error.reason === undefined ? text : `${text} (${error.reason})`
}
