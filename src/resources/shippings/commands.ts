import { paths } from '../../../domain/access/paths.ts'
import { whyNot } from '../../../domain/access/why-not.ts'
import { countries } from '../../../domain/core/countries.ts'
import {
  returnConditions,
  type ShippingStatus,
  type ShippingVerb,
  shippingVerbs,
} from '../../../domain/fulfillment/shipping-status.ts'
import { whyNotPrintLabels } from '../../../domain/labels/policy.ts'
import { sumAmounts } from '../../../domain/lib/money.ts'
import { whyNotCollect } from '../../../domain/shippings/collected.ts'
import {
  shippingVerb,
  whyNotAssignShipping,
  whyNotEditShipping,
  whyNotMoveShipping,
} from '../../../domain/shippings/policy.ts'
import { type Shipping, shippingMoveFields } from '../../../domain/shippings/shipping.ts'
import {
  type ArgumentChoice,
  type ArgumentDefinition,
  type CommandContext,
  defineCommand,
  targetOf,
} from '../../commands/command.ts'
import { changeCommand } from '../shared/change-command.ts'
import { commentCommand } from '../shared/comment-command.ts'
import { courierChoices } from '../shared/courier-choices.ts'
import { defineActions } from '../shared/define-actions.ts'
import { messageCommand } from '../shared/message-command.ts'
import { deleteCommand, openCommand } from '../shared/record-commands.ts'
import {
  type StatusChoice,
  type StatusVerb,
  statusCommand,
  statusVerbCommand,
} from '../shared/status-commands.ts'
import { parametersOf, type RecordRule, targetRecord, whyNotTarget } from '../shared/target-record.ts'
import { zoneCommand } from '../shared/zone-command.ts'

const of = { resource: 'shippings', target: 'many' } as const

/** `d`: assigns parcels to a courier. */
export const assignCommand = defineCommand({
  ...of,
  id: 'shipping.assign',
  section: 'record',
  icon: 'user-check',
  keys: ['d'],
  when: 'list resource:shippings',
  args: [{ name: 'delivery', kind: 'choice', choices: couriersOf }],
  whyNot: (context) => whyNotTarget(context, { ...of, verb: 'shipping.assign', rule: whyNotAssign }),
  ...changeCommand({
    ...of,
    id: 'shipping.assign',
    kind: 'delivery',
    effectOf: () => 'shipping.assign',
    bodyOf: ({ delivery = null }) => ({ delivery }),
    noteOf: (_, { repeated }) => repeated?.join(', '),
  }),
})

/** `p`: opens the print page with the selection. */
export const printLabelsCommand = defineCommand({
  ...of,
  id: 'shipping.print-labels',
  section: 'record',
  icon: 'printer',
  keys: ['p'],
  when: 'list resource:shippings !deliveries',
  unrecorded: 'reported',
  whyNot: (context) => {
    const { actor } = context
    if (actor === null) return 'UNAUTHORIZED'
    return whyNotPrintLabels(actor, targetOf(of, context)?.count ?? 1)
  },
  run: (context) => {
    const held = targetOf(of, context)
    if (held === null) return
    const { list, navigate } = context.ports
    navigate(paths.labels(parametersOf(held.target), list?.search()))
  },
})

export const unassignCommand = defineCommand({
  ...of,
  id: 'shipping.unassign',
  section: 'record',
  icon: 'user-x',
  whyNot: (context) => whyNotTarget(context, { ...of, verb: 'shipping.unassign', rule: whyNotUnassign }),
  ...changeCommand({
    ...of,
    id: 'shipping.unassign',
    kind: 'delivery',
    effectOf: () => 'shipping.unassign',
    bodyOf: () => ({ delivery: null }),
  }),
})

/** The courier is asked for later. */
function whyNotAssign(...[actor, shipping]: Parameters<RecordRule<'shippings'>>) {
  return whyNotAssignShipping(actor, shipping, 'asked')
}

function whyNotUnassign(...[actor, shipping]: Parameters<RecordRule<'shippings'>>) {
  return whyNotAssignShipping(actor, shipping, null)
}

/** Couriers of the parcels' country. */
async function couriersOf(context: CommandContext, signal: AbortSignal): Promise<ArgumentChoice[]> {
  const country = targetRecord('shippings', 'many', context)?.country ?? context.country
  return courierChoices(country, context.ports, signal)
}

/** The cash that delivering the parcels brings; unsaid while some are not loaded. */
function cashOf(context: CommandContext): string | undefined {
  const held = targetOf(of, context)
  if (held === null || held.records.length < held.count) return undefined
  const parcels = held.records as readonly Shipping[]
  const currencies = new Set(parcels.map(({ country }) => countries[country].currency))
  const [currency] = currencies
  if (currency === undefined || currencies.size > 1) return undefined
  const amount = sumAmounts(parcels.map(({ totalPrice }) => totalPrice))
  return context.ports.say('shippings:cashDue', { amount, currency })
}

type Asked = Omit<StatusVerb<'shippings', ShippingStatus>, 'whyNot'> & { verb: ShippingVerb }

const day: ArgumentDefinition = { name: 'postponedTo', kind: 'date' }
/** More than anybody collects for the parcel is a slip, or the number of another one. */
const cash: ArgumentDefinition = {
  name: 'collected',
  kind: 'money',
  whyNot: (collected, context) => {
    const parcel = targetRecord('shippings', 'one', context)
    const refusal = parcel && whyNotCollect(parcel, { collected })
    return refusal === 'COLLECTED_TOO_MUCH' ? refusal : null
  },
}
const { max: longestReason } = shippingMoveFields.reason
const reason: ArgumentDefinition = { name: 'reason', kind: 'text', maxLength: longestReason }
/** Default: sound. Only read from text after the command's name, never asked for. */
const condition: ArgumentDefinition = {
  name: 'condition',
  kind: 'choice',
  optional: true,
  choices: () => returnConditions.map((value) => ({ value, labelKey: `shippings:condition.${value}` })),
}
const damaged = {
  effect: () => 'shipping.return-damaged',
  said: { condition: 'damaged' },
} as const satisfies Pick<StatusChoice<ShippingStatus>, 'effect' | 'said'>

const verbs: readonly Asked[] = [
  { verb: 'shipping.dispatch', status: 'OUT_FOR_DELIVERY', icon: 'truck' },
  { verb: 'shipping.deliver', status: 'DELIVERED', icon: 'package-check', noteOf: cashOf },
  // The same transition with an amount other than the one due.
  {
    id: 'shipping.collect',
    verb: 'shipping.deliver',
    status: 'DELIVERED',
    icon: 'banknote',
    target: 'one',
    args: [cash, reason],
  },
  {
    verb: 'shipping.not-reachable',
    status: 'NOT_REACHABLE',
    icon: 'phone-missed',
    // Only given by the sheet of the delivery round.
    args: [{ ...reason, optional: true, isApart: true }],
  },
  { verb: 'shipping.postpone', status: 'POSTPONED', icon: 'calendar-clock', args: [day] },
  {
    verb: 'shipping.refuse',
    status: 'REFUSED',
    icon: 'package-x',
    args: [{ ...reason, optional: true, isApart: true }],
  },
  {
    verb: 'shipping.return',
    status: 'RETURNED',
    icon: 'rotate-ccw',
    args: [condition],
    effect: (given) => (given.condition === 'damaged' ? 'shipping.return-damaged' : 'shipping.return'),
  },
  // The same transition with goods that do not go back to stock.
  {
    id: 'shipping.return-damaged',
    verb: 'shipping.return',
    status: 'RETURNED',
    icon: 'package-x',
    ...damaged,
  },
  { verb: 'shipping.lose', status: 'LOST', icon: 'help', danger: true },
  { verb: 'shipping.cancel', status: 'CANCELLED', icon: 'circle-x', danger: true },
  { verb: 'shipping.reopen', status: 'OUT_FOR_DELIVERY', icon: 'undo', target: 'one' },
]

/** Choices of `s`. ASSIGNED needs a courier: `d`. */
const statuses: readonly StatusChoice<ShippingStatus>[] = [
  { status: 'OUT_FOR_DELIVERY', verb: shippingVerbs.OUT_FOR_DELIVERY },
  { status: 'DELIVERED', verb: shippingVerbs.DELIVERED, noteOf: cashOf },
  { status: 'NOT_REACHABLE', verb: shippingVerbs.NOT_REACHABLE },
  { status: 'POSTPONED', verb: shippingVerbs.POSTPONED, args: [day] },
  { status: 'REFUSED', verb: shippingVerbs.REFUSED },
  { status: 'RETURNED', verb: shippingVerbs.RETURNED },
  { status: 'LOST', verb: shippingVerbs.LOST },
  { status: 'PENDING', verb: shippingVerbs.PENDING },
  { status: 'CANCELLED', verb: shippingVerbs.CANCELLED },
  // Last, so that the digits of the others stay the same.
  {
    status: 'RETURNED',
    choice: 'RETURNED_DAMAGED',
    labelKey: 'shippings:returnedDamaged',
    verb: 'shipping.return',
    ...damaged,
  },
]

/** Commands on parcels. Each status change has its own, and `s` asks for the status; `d` assigns a courier. */
export const shippingActions = defineActions('shippings', {
  icon: 'shippings',
  group: 'delivery',
  at: 10,
  letter: 's',
  own: [
    // On delivery cards, Enter delivers the parcel.
    openCommand('shippings', ' !deliveries'),
    assignCommand,
    unassignCommand,
    printLabelsCommand,
    ...verbs.map((asked) => statusVerbCommand('shippings', { ...asked, whyNot: whyNotMove(asked) })),
    statusCommand('shippings', statuses, (actor, shipping, status, said) =>
      whyNotMoveShipping(actor, shipping, { ...said, status, postponedTo: 'asked' }),
    ),
    messageCommand('shippings'),
    zoneCommand('shippings', whyNotEditShipping),
    commentCommand('shippings', whyNotEditShipping),
    deleteCommand('shippings'),
  ],
})

/** Two verbs may lead to one status: each takes only its own transition. The day is asked for later. */
function whyNotMove({ verb, status, said }: Asked): RecordRule<'shippings'> {
  return (actor, shipping) => {
    const forbidden = whyNot(actor, verb, shipping)
    if (forbidden !== null) return forbidden
    if (shippingVerb(shipping.status, status) !== verb) return 'NO_SUCH_TRANSITION'
    return whyNotMoveShipping(actor, shipping, { ...said, status, postponedTo: 'asked' })
  }
}
