import type { Actor } from '../../../domain/access/actor.ts'
import { paths } from '../../../domain/access/paths.ts'
import type { Code } from '../../../domain/core/codes.ts'
import { type OrderStatus, orderVerbs } from '../../../domain/fulfillment/order-status.ts'
import { formatPhone } from '../../../domain/lib/phone-format.ts'
import type { Order } from '../../../domain/orders/order.ts'
import { whyNotDeleteOrder, whyNotMoveOrder } from '../../../domain/orders/policy.ts'
import { cancelReasons, isCancelReason, noCancelReason } from '../../../domain/triage/claim.ts'
import { type ArgumentDefinition, type Command, defineCommand } from '../../commands/command.ts'
import { commentArgument, commentCommand } from '../shared/comment-command.ts'
import { defineActions } from '../shared/define-actions.ts'
import { mayVerb } from '../shared/may-verb.ts'
import { statusCommand, statusVerbCommand } from '../shared/status-commands.ts'
import { targetRecord } from '../shared/target-record.ts'

/** The reasons of triage, none, or free text. */
const reasonArgument = {
  name: 'reason',
  kind: 'choice',
  // A word after `cancel` is a record or a list, not a reason.
  isApart: true,
  maxLength: 200,
  choices: () =>
    [...cancelReasons, noCancelReason].map((id) => ({ value: id, labelKey: `orders:cancelReason.${id}` })),
  sent: (value, { ports }) =>
    value === noCancelReason
      ? undefined
      : isCancelReason(value)
        ? ports.say(`orders:cancelReason.${value}`)
        : value,
} as const satisfies ArgumentDefinition

const asked = {
  CONFIRMED: { status: 'CONFIRMED', verb: orderVerbs.CONFIRMED },
  NOT_REACHABLE: { status: 'NOT_REACHABLE', verb: orderVerbs.NOT_REACHABLE },
  CANCELLED: { status: 'CANCELLED', verb: orderVerbs.CANCELLED, args: [reasonArgument] },
  PENDING: { status: 'PENDING', verb: orderVerbs.PENDING, args: [commentArgument] },
} as const

/** Commands on orders. Each status change has its own, and `s` asks for the status. */
export const orderActions = defineActions('orders', {
  icon: 'orders',
  group: 'trade',
  at: 10,
  letter: 'o',
  rules: { delete: whyNotDeleteOrder, insteadOfCreate: 'order.import' },
  own: [
    moveCommand('CONFIRMED', { icon: 'circle-check' }),
    moveCommand('NOT_REACHABLE', { icon: 'phone-missed' }),
    moveCommand('CANCELLED', { icon: 'circle-x', danger: true }),
    moveCommand('PENDING', { icon: 'rotate-ccw' }),
    statusCommand(
      'orders',
      [asked.CONFIRMED, asked.NOT_REACHABLE, asked.CANCELLED, asked.PENDING],
      whyNotMove,
    ),
    commentCommand('orders'),
    defineCommand({
      id: 'order.copy',
      target: 'one',
      resource: 'orders',
      section: 'record',
      icon: 'copy',
      keys: ['y'],
      when: 'list resource:orders',
      whyNot: (context) => mayVerb(context, 'order.list'),
      run: async (context) => {
        const order = targetRecord('orders', 'one', context)!
        await navigator.clipboard.writeText(asText(order))
        context.ports.notify({ titleKey: 'orders:copied', values: { number: order.number } })
      },
    }),
    defineCommand({
      id: 'order.import',
      target: 'none',
      section: 'create',
      icon: 'spreadsheet',
      keys: [{ keys: 'i', when: 'list resource:orders' }, 'Shift+n i'],
      unrecorded: 'reported',
      whyNot: (context) => mayVerb(context, 'order.import'),
      run: (context) => context.ports.navigate(paths.importOrders()),
    }),
  ],
})

function moveCommand(status: OrderStatus, look: Pick<Command, 'icon' | 'danger'>): Command {
  return statusVerbCommand('orders', {
    ...asked[status],
    ...look,
    whyNot: (actor, order) => whyNotMove(actor, order, status),
  })
}

/** A comment, if required, is asked for later. */
function whyNotMove(actor: Actor, order: Order, status: OrderStatus): Code | null {
  return whyNotMoveOrder(actor, { ...order, available: order.productAvailable }, { status, comment: 'asked' })
}

const asText = (order: Order): string =>
  [
    order.number,
    order.customerName,
    formatPhone(order.customerPhone),
    order.customerAddress,
    order.productName,
  ].join('\t')
