import { createDesk } from '../../commands/desk.ts'

/** What the open calculator lends to its commands. */
export type CalculatorDesk = {
  /** The address that opens the calculator with the same inputs. */
  link: () => string
  reset: () => void
}

export const calculatorDesk = createDesk<CalculatorDesk>()
