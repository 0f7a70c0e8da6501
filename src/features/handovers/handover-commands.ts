import { admits, type Route } from '../../../domain/access/routes.ts'
import type { Code } from '../../../domain/core/codes.ts'
import { type Command, type CommandContext, defineCommand } from '../../commands/command.ts'
import { createScreenActions } from '../../commands/screen-actions.ts'

const counting = 'page:count-cash !list !record'
const onReceipt = 'page:receipt !list !record'

/** Commands of the count form and of the receipt. */
export const handoverScreenCommands: readonly Command[] = [
  onScreen('count-cash.recount', {
    icon: 'rotate-ccw',
    route: '/handovers/count',
    keys: [{ keys: 'Escape', when: counting, allowInInput: true }],
    actOf: ({ recount }) => recount,
  }),
  onScreen('receipt.print', {
    icon: 'printer',
    route: '/handovers/receipt/:id',
    keys: [
      { keys: 'p', when: onReceipt },
      { keys: 'Mod+p', when: onReceipt, allowInInput: true },
    ],
    actOf: ({ print }) => print,
  }),
  onScreen('receipt.next', {
    icon: 'banknote',
    route: '/handovers/count',
    keys: [{ keys: 'n', when: onReceipt }],
    actOf: ({ next }) => next,
  }),
  onScreen('receipt.back', {
    icon: 'arrow-left',
    route: '/handovers/receipt/:id',
    hidden: true,
    keys: [{ keys: 'Escape', when: onReceipt }],
    actOf: ({ leave }) => leave,
  }),
]

/** Actions of the open screen; null if unavailable. */
type HandoverActions = {
  /** One step back: expected sum, count, choice, list. */
  recount: (() => void) | null
  print: (() => void) | null
  /** To the next courier's count. */
  next: (() => void) | null
  leave: (() => void) | null
}

export const noHandoverActions: HandoverActions = { recount: null, print: null, next: null, leave: null }

export const countActions = createScreenActions<HandoverActions>()

/** `route`: screen whose roles may use the command. */
type OnScreen = Pick<Command, 'icon' | 'keys' | 'hidden'> & {
  route: Route
  actOf: (screen: HandoverActions) => (() => void) | null
}

function onScreen(id: string, { actOf, route, ...look }: OnScreen): Command {
  const act = () => {
    const screen = countActions.current()
    return screen === null ? null : actOf(screen)
  }
  return defineCommand({
    ...look,
    id,
    target: 'none',
    section: 'list',
    unrecorded: 'quietly',
    whyNot: (context) => whyNotAllowed(context, route) ?? (act() === null ? 'NOT_FOUND' : null),
    run: () => act()?.(),
  })
}

function whyNotAllowed({ actor }: CommandContext, route: Route): Code | null {
  return actor !== null && admits(route, actor) ? null : 'FORBIDDEN'
}
