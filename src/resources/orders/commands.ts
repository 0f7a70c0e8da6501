import { paths } from '../../../domain/access/paths.ts'
import { scopeOf } from '../../../domain/access/permissions.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import type { Code } from '../../../domain/codes.ts'
import { formatPhone } from '../../../domain/lib/phone-format.ts'
import type { Order } from '../../../domain/orders/order.ts'
import {
  type OrderStatus,
  type OrderVerb,
  orderStatuses,
  orderVerbs,
} from '../../../domain/orders/order-status.ts'
import { whyNotMoveOrder } from '../../../domain/orders/why-not-move.ts'
import type { Arguments } from '../../commands/arguments.ts'
import { type Command, defineCommand } from '../../commands/command.ts'
import type { AnyRecord, CommandContext } from '../../commands/command-context.ts'
import { targetOf } from '../../commands/command-target.ts'
import { mayVerb } from '../may-verb.ts'
import { recordCommands } from '../record-commands.ts'

/** What can be done with orders. Statuses are changed by a verb each, or by `s` and the status. */
export const orderCommands: readonly Command[] = [
  ...recordCommands('orders'),
  statusCommand('order.confirm', 'CONFIRMED', { icon: 'circle-check' }),
  statusCommand('order.not-reachable', 'NOT_REACHABLE', { icon: 'phone-missed' }),
  statusCommand('order.cancel', 'CANCELLED', { icon: 'circle-x', danger: true }),
  statusCommand('order.reopen', 'PENDING', {
    icon: 'rotate-ccw',
    args: [{ name: 'comment', kind: 'text', maxLength: 1000 }],
  }),
  defineCommand({
    id: 'order.status',
    target: 'many',
    resource: 'orders',
    section: 'record',
    icon: 'tag',
    keys: ['s'],
    when: 'list resource:orders',
    args: [{ name: 'status', kind: 'choice', choices: statusChoices }],
    whyNot: (context) => mayVerb(context, 'order.confirm'),
    preview: (context, args, signal) => dryRun(context, bodyOf(statusOf(args), args), signal),
    run: (context, args) => change(context, statusOf(args), args),
  }),
  defineCommand({
    id: 'order.comment',
    target: 'one',
    resource: 'orders',
    section: 'record',
    icon: 'comment',
    keys: ['c'],
    when: 'list resource:orders',
    args: [{ name: 'comment', kind: 'text', maxLength: 1000 }],
    whyNot: (context) => mayVerb(context, 'order.update'),
    run: async (context, args) => {
      const order = oneOrder(context)
      await context.ports.api.update(
        'orders',
        order.id,
        { comment: args.comment ?? null },
        { version: order.version },
      )
      context.ports.list?.refresh()
      context.ports.notify({
        tone: 'success',
        titleKey: 'orders:commented',
        values: { number: order.number },
      })
    },
  }),
  defineCommand({
    id: 'order.copy',
    target: 'one',
    resource: 'orders',
    section: 'record',
    icon: 'copy',
    keys: ['y'],
    when: 'list resource:orders',
    whyNot: (context) => mayVerb(context, 'order.view'),
    run: async (context) => {
      await navigator.clipboard.writeText(asText(oneOrder(context)))
      context.ports.notify({ titleKey: 'orders:copied', values: { number: oneOrder(context).number } })
    },
  }),
  defineCommand({
    id: 'order.import',
    target: 'none',
    section: 'create',
    icon: 'spreadsheet',
    keys: [{ keys: 'i', when: 'list resource:orders' }],
    whyNot: (context) => mayVerb(context, 'order.import'),
    run: (context) => context.ports.navigate(paths.importOrders()),
  }),
]

function statusCommand(
  id: OrderVerb,
  status: OrderStatus,
  look: Pick<Command, 'icon' | 'danger' | 'args'>,
): Command {
  return defineCommand({
    id,
    target: 'many',
    resource: 'orders',
    section: 'record',
    ...look,
    whyNot: (context) => whyNotMove(context, status),
    preview: (context, args, signal) => dryRun(context, bodyOf(status, args), signal),
    run: (context, args) => change(context, status, args),
  })
}

/** For one order in hand the rule itself answers; for many, each is decided by the dry run. */
function whyNotMove(context: CommandContext, status: OrderStatus): Code | null {
  const held = targetOf({ target: 'many', resource: 'orders' }, context)
  if (context.actor === null) return 'UNAUTHORIZED'
  if (held === null || held.count !== 1 || held.record === null)
    return whyNot(context.actor, orderVerbs[status])
  const order = asOrder(held.record)
  return whyNotMoveOrder(
    context.actor,
    { ...order, available: order.productAvailable },
    // The comment is asked for after this.
    { status, comment: 'asked' },
  )
}

function statusChoices({ actor }: CommandContext) {
  return orderStatuses
    .filter((status) => actor !== null && scopeOf(actor.role, orderVerbs[status]) !== null)
    .map((status) => ({ value: status, labelKey: `orders:status.${status}` }))
}

function dryRun(context: CommandContext, body: ReturnType<typeof bodyOf>, signal: AbortSignal) {
  const { target } = targetOf({ target: 'many', resource: 'orders' }, context)!
  return context.ports.api.bulkStatus('orders', target, body, { dryRun: true, signal })
}

function change(context: CommandContext, status: OrderStatus, args: Arguments): void {
  const { target, count } = targetOf({ target: 'many', resource: 'orders' }, context)!
  context.ports.change({
    kind: 'status',
    verb: orderVerbs[status],
    resource: 'orders',
    target,
    count,
    body: bodyOf(status, args),
    confirmed: context.previewed !== null,
  })
}

const bodyOf = (status: OrderStatus, { comment }: Arguments) => (comment ? { status, comment } : { status })

const statusOf = (args: Arguments): OrderStatus =>
  orderStatuses.find((status) => status === args.status) ?? 'PENDING'

const asOrder = (record: AnyRecord): Order => record as Order

const oneOrder = (context: CommandContext): Order => {
  const held = targetOf({ target: 'one', resource: 'orders' }, context)
  return asOrder(held!.record!)
}

const asText = (order: Order): string =>
  [
    order.number,
    order.customerName,
    formatPhone(order.customerPhone),
    order.customerAddress,
    order.productName,
  ].join('\t')
