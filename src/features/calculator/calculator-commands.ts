import { admits } from '../../../domain/access/routes.ts'
import type { Code } from '../../../domain/core/codes.ts'
import { type Command, type CommandContext, defineCommand } from '../../commands/command.ts'
import { createScreenActions } from '../../commands/screen-actions.ts'

const when = 'page:calculator !list'

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
      const actions = calculatorActions.current()
      if (actions === null) return
      await navigator.clipboard.writeText(actions.link())
      ports.notify({ tone: 'success', titleKey: 'calculator:shared' })
    },
  }),
  defineCommand({
    id: 'calculator.reset',
    target: 'none',
    section: 'list',
    icon: 'rotate-ccw',
    whyNot: whyNotHere,
    run: () => calculatorActions.current()?.reset(),
  }),
]

function whyNotHere({ actor }: CommandContext): Code | null {
  if (actor === null || !admits('/calculator', actor)) return 'FORBIDDEN'
  return calculatorActions.current() === null ? 'NOT_FOUND' : null
}

/** Actions of the open calculator. */
type CalculatorActions = {
  /** URL with the current inputs. */
  link: () => string
  reset: () => void
}

export const calculatorActions = createScreenActions<CalculatorActions>()
