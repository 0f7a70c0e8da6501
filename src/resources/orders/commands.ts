import type { Actor } from '../../../domain/access/actor.ts'
import { paths } from '../../../domain/access/paths.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import type { Code } from '../../../domain/core/codes.ts'
import { type OrderStatus, orderVerbs } from '../../../domain/fulfillment/order-status.ts'
import { formatPhone } from '../../../domain/lib/phone-format.ts'
import { isOpenOrder, mergedQuantity } from '../../../domain/orders/merge-orders.ts'
import type { Order } from '../../../domain/orders/order.ts'
import { whyNotChangeField, whyNotDeleteOrder, whyNotMoveOrder } from '../../../domain/orders/policy.ts'
import { cancelReasons, isCancelReason, noCancelReason } from '../../../domain/triage/claim.ts'
import {
  type ArgumentChoice,
  type ArgumentDefinition,
  type Command,
  type CommandContext,
  defineCommand,
} from '../../commands/command.ts'
import type { ChangeEnd } from '../../commands/command-ports.ts'
import { askBlock } from '../shared/ask-block.ts'
import { changeCommand } from '../shared/change-command.ts'
import { commentArgument, commentCommand } from '../shared/comment-command.ts'
import { defineActions } from '../shared/define-actions.ts'
import { mayVerb } from '../shared/may-verb.ts'
import { messageCommand } from '../shared/message-command.ts'
import { statusCommand, statusVerbCommand } from '../shared/status-commands.ts'
import { type RecordRule, targetRecord, whyNotTarget } from '../shared/target-record.ts'
import { zoneCommand } from '../shared/zone-command.ts'

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

const whyNotZone: RecordRule<'orders'> = (actor, order) =>
  whyNot(actor, 'order.update', order) ?? whyNotChangeField(actor, order, 'zone')

const whyNotMerge: RecordRule<'orders'> = (actor, order) =>
  whyNot(actor, 'order.merge', order) ?? (isOpenOrder(order) ? null : 'ORDER_NOT_PENDING')

/** The other orders of its customer that wait for a call, and what becomes of each. */
const mergeable = async (context: CommandContext, signal: AbortSignal): Promise<ArgumentChoice[]> => {
  const order = targetRecord('orders', 'one', context)
  if (order === null) return []
  const { id, customerPhone, country, product } = order
  const { api, say } = context.ports
  const { latest } = await api.customers.one(customerPhone, { signal, country })
  return latest
    .filter((other) => other.id !== id && other.country === country && isOpenOrder(other))
    .map((other) => ({
      value: other.id,
      text: `${other.number} · ${other.productName} × ${other.quantity}`,
      detail:
        other.product === product
          ? say('orders:merge.adds', { count: mergedQuantity(order, other) })
          : say('orders:merge.drops'),
    }))
}

/** `w`: makes one order of this one and another of its customer. */
const mergeCommand = defineCommand({
  id: 'order.merge',
  target: 'one',
  resource: 'orders',
  section: 'record',
  icon: 'layers',
  keys: [{ keys: 'w', when: 'page:triage turn:order !list' }],
  args: [
    {
      name: 'drop',
      kind: 'choice',
      isApart: true,
      hasDigits: true,
      choices: mergeable,
      noneKey: 'orders:merge.none',
    },
  ],
  whyNot: (context) =>
    whyNotTarget(context, { resource: 'orders', target: 'one', verb: 'order.merge', rule: whyNotMerge }),
  ...changeCommand({
    id: 'order.merge',
    resource: 'orders',
    target: 'one',
    kind: 'merge',
    effectOf: () => 'order.merge',
    bodyOf: ({ drop }, { ports }) => ({ drop, reason: ports.say('orders:cancelReason.duplicate') }),
  }),
})

const whyNotTurn =
  (verb: 'order.take-over' | 'order.free'): RecordRule<'orders'> =>
  (actor, order) =>
    whyNot(actor, verb, order) ?? (isOpenOrder(order) ? null : 'ORDER_NOT_PENDING')

const turnCommand = (id: 'order.take-over' | 'order.free', look: Pick<Command, 'icon' | 'keys'>): Command => {
  const change = changeCommand({
    id,
    resource: 'orders',
    target: 'one',
    kind: id === 'order.free' ? 'free' : 'take-over',
    effectOf: () => id,
    bodyOf: () => ({}),
  })
  return defineCommand({
    ...look,
    id,
    target: 'one',
    resource: 'orders',
    section: 'record',
    unrecorded: 'reported',
    whyNot: (context) =>
      whyNotTarget(context, { resource: 'orders', target: 'one', verb: id, rule: whyNotTurn(id) }),
    ...change,
  })
}

const takeOver = turnCommand('order.take-over', { icon: 'phone-call', keys: [] })

/** The order comes to the screen of calls of whoever takes it over. */
const takeOverCommand: Command = {
  ...takeOver,
  run: async (context, args) => {
    const order = targetRecord('orders', 'one', context)
    const end = (await takeOver.run(context, args)) as ChangeEnd
    if (order !== null && end.kind === 'done') context.ports.navigate(paths.callNow(order.id))
    return end
  },
}

const freeCommand = turnCommand('order.free', { icon: 'phone-missed', keys: [] })

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
    mergeCommand,
    messageCommand('orders'),
    zoneCommand('orders', whyNotZone),
    takeOverCommand,
    freeCommand,
    defineCommand({
      id: 'order.block',
      target: 'one',
      resource: 'orders',
      section: 'record',
      icon: 'ban',
      unrecorded: 'reported',
      whyNot: (context) => mayVerb(context, 'block.create'),
      run: (context) => {
        const order = targetRecord('orders', 'one', context)
        if (order === null) return
        const { customerPhone: phone, customerName: name, country } = order
        askBlock(context, { phone, name, country })
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
