import type { Command } from '../../commands/command.ts'
import { commandsOnScreen, createScreenActions } from '../../commands/screen-actions.ts'

const counting = 'page:count-cash !list !record'
const onReceipt = 'page:receipt !list !record'

export const countActions = createScreenActions<HandoverActions>()
const onScreen = commandsOnScreen(countActions)

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
