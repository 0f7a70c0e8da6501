import type { ArgumentChoice } from '../../commands/argument.ts'
import { type Prepared, prepare } from './prepared-text.ts'

/** A choice with its text, and its words in every language that is loaded. */
export type PreparedChoice = { choice: ArgumentChoice; text: string; prepared: Prepared }

export const prepareChoice = (
  choice: ArgumentChoice,
  text: string,
  texts: readonly string[],
): PreparedChoice => ({
  choice,
  text,
  prepared: prepare(choice.value, texts, [choice.value, ...(choice.also ?? [])]),
})
