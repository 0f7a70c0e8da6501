import { admits } from '../../../domain/access/routes.ts'
import type { Code } from '../../../domain/codes.ts'
import { type Command, defineCommand } from '../../commands/command.ts'
import type { CommandContext } from '../../commands/command-context.ts'
import { createDesk } from '../../commands/desk.ts'

const when = 'page:calculator !list'

/** What can be done with a calculation. */
export const calculatorCommands: readonly Command[] = [
  defineCommand({
    id: 'calculator.share',
    target: 'none',
    section: 'list',
    icon: 'link',
    keys: ['y'],
    when,
    whyNot: whyNotHere,
    run: async ({ ports }) => {
      const desk = calculatorDesk.current()
      if (desk === null) return
      await navigator.clipboard.writeText(desk.link())
      ports.notify({ tone: 'success', titleKey: 'calculator:shared' })
    },
  }),
  defineCommand({
    id: 'calculator.reset',
    target: 'none',
    section: 'list',
    icon: 'rotate-ccw',
    whyNot: whyNotHere,
    run: () => calculatorDesk.current()?.reset(),
  }),
]

function whyNotHere({ actor }: CommandContext): Code | null {
  if (actor === null || !admits('/calculator', actor.role)) return 'FORBIDDEN'
  return calculatorDesk.current() === null ? 'NOT_FOUND' : null
}

/** What the open calculator lends to its commands. */
type CalculatorDesk = {
  /** The address that opens the calculator with the same inputs. */
  link: () => string
  reset: () => void
}

export const calculatorDesk = createDesk<CalculatorDesk>()
