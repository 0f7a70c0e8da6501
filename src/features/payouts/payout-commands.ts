import type { Command } from '../../commands/command.ts'
import { commandsOnScreen, createScreenActions } from '../../commands/screen-actions.ts'

const paying = 'page:pay-out !list !record'
const onReceipt = 'page:payout-receipt !list !record'
const onStatement = 'page:statement !list !record'

export const payoutScreenActions = createScreenActions<PayoutActions>()
const onScreen = commandsOnScreen(payoutScreenActions)

/** Commands of the form of a payout, of its receipt and of the statement. */
export const payoutScreenCommands: readonly Command[] = [
  onScreen('pay-out.everything', {
    icon: 'check',
    route: '/payouts/add',
    keys: [
      { keys: 'a', when: paying },
      { keys: 'Mod+Shift+a', when: paying, allowInInput: true },
    ],
    actOf: ({ payEverything }) => payEverything,
  }),
  onScreen('pay-out.back', {
    icon: 'arrow-left',
    route: '/payouts/add',
    hidden: true,
    keys: [{ keys: 'Escape', when: paying, allowInInput: true }],
    actOf: ({ leaveForm }) => leaveForm,
  }),
  onScreen('payout-receipt.print', {
    icon: 'printer',
    route: '/payouts/receipt/:id',
    keys: [
      { keys: 'p', when: onReceipt },
      { keys: 'Mod+p', when: onReceipt, allowInInput: true },
    ],
    actOf: ({ printReceipt }) => printReceipt,
  }),
  onScreen('payout-receipt.back', {
    icon: 'arrow-left',
    route: '/payouts/receipt/:id',
    hidden: true,
    keys: [{ keys: 'Escape', when: onReceipt }],
    actOf: ({ leaveReceipt }) => leaveReceipt,
  }),
  onScreen('statement.print', {
    icon: 'printer',
    route: '/payouts/statement',
    keys: [
      { keys: 'p', when: onStatement },
      { keys: 'Mod+p', when: onStatement, allowInInput: true },
    ],
    actOf: ({ printStatement }) => printStatement,
  }),
  onScreen('statement.export', {
    icon: 'spreadsheet',
    route: '/payouts/statement',
    keys: [{ keys: 'Shift+e', when: onStatement }],
    actOf: ({ exportStatement }) => exportStatement,
  }),
  onScreen('statement.pay', {
    icon: 'banknote',
    route: '/payouts/add',
    keys: [{ keys: 'n', when: onStatement }],
    actOf: ({ paySeller }) => paySeller,
  }),
]

/** Actions of the open screen; null if unavailable. */
type PayoutActions = {
  payEverything: (() => void) | null
  /** One step back: choice of the seller, list. */
  leaveForm: (() => void) | null
  printReceipt: (() => void) | null
  leaveReceipt: (() => void) | null
  printStatement: (() => void) | null
  exportStatement: (() => void) | null
  paySeller: (() => void) | null
}

export const noPayoutActions: PayoutActions = {
  payEverything: null,
  leaveForm: null,
  printReceipt: null,
  leaveReceipt: null,
  printStatement: null,
  exportStatement: null,
  paySeller: null,
}
