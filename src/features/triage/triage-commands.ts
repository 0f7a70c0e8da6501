import { paths } from '../../../domain/access/paths.ts'
import { admits, landings } from '../../../domain/access/routes.ts'
import type { Code } from '../../../domain/core/codes.ts'
import { isErasedPhone } from '../../../domain/customers/erased.ts'
import { formatPhone } from '../../../domain/lib/phone-format.ts'
import type { Order } from '../../../domain/orders/order.ts'
import { whyNotMoveOrder } from '../../../domain/orders/policy.ts'
import { type CallbackOffer, callbackOffers } from '../../../domain/triage/callback-offers.ts'
import type { Decision } from '../../../machines/triage/triage-types.ts'
import { type Command, type CommandContext, defineCommand } from '../../commands/command.ts'
import { mayVerb } from '../../resources/shared/may-verb.ts'

/** Follow-up question beside the order. */
export type TriageQuestion = 'cancel' | 'callback' | 'comment'

/** Actions of the open triage screen. */
export type TriageActions = {
  /** The order on screen, or null. */
  order: () => Order | null
  /** Code why no outcome can be recorded now, or null. */
  whyNotDecide: () => Code | null
  decide: (decision: Decision) => void
  /** Suggested times to call the customer again; null without an order. */
  callbackTimes: () => readonly CallbackOffer[] | null
  /** Records that the customer is called again at a suggested or typed time; false if it is none. */
  callBack: (time: string) => boolean
  skip: () => void
  ask: (question: TriageQuestion) => void
  call: () => void
  /** When the outcome that can be undone next was recorded, in epoch milliseconds; null if none. */
  lastOutcomeAt: () => number | null
  /** When the screen was opened: `u` reaches no change before. */
  openedAt: number
  undo: () => void
  pause: () => void
  /** Continues from any waiting state. */
  resume: () => void
  /** Whether any were skipped or unreached. */
  hasPassed: () => boolean
  /** Offers those again. */
  again: () => void
  /** Canonical filter of the session. */
  query: string
}

let open: TriageActions | null = null

/** Actions of the mounted triage screen, whose code is lazy while its commands are not. */
export const triageActions = {
  current: (): TriageActions | null => open,
  /** The returned function unregisters them. */
  show: (actions: TriageActions) => {
    open = actions
    return () => {
      if (open === actions) open = null
    }
  },
}

const onPage = 'page:triage !list !record'
const onOrder = 'page:triage turn:order !list'
const standingStill = 'page:triage turn:stopped !list'
const atTheEnd = 'page:triage turn:none !list'

/** Commands of triage: one key for each outcome. */
export const triageCommands: readonly Command[] = [
  outcome('triage.confirm', { icon: 'circle-check', keys: ['o'], status: 'CONFIRMED' }),
  outcome('triage.not-reachable', { icon: 'phone-missed', keys: ['n'], status: 'NOT_REACHABLE' }),
  defineCommand({
    id: 'triage.callback',
    target: 'none',
    section: 'record',
    icon: 'calendar-clock',
    keys: ['r'],
    when: onOrder,
    args: [
      {
        name: 'time',
        kind: 'choice',
        optional: true,
        maxLength: 40,
        isDigitsText: true,
        choices: () =>
          (triageActions.current()?.callbackTimes() ?? callbackOffers).map((id) => ({
            value: id,
            labelKey: `triage:callback.${id}`,
          })),
      },
    ],
    whyNot: (context) => whyNotOutcome(context, 'NOT_REACHABLE'),
    run: (_, { time }) => {
      const actions = triageActions.current()
      if (actions?.order() && !(time && actions.callBack(time))) actions.ask('callback')
    },
  }),
  defineCommand({
    id: 'triage.cancel',
    target: 'none',
    section: 'record',
    icon: 'circle-x',
    danger: true,
    // The reason is asked for on the screen.
    unrecorded: 'reported',
    keys: ['x'],
    when: onOrder,
    hidden: true,
    whyNot: (context) => whyNotOutcome(context, 'CANCELLED'),
    run: () => triageActions.current()?.ask('cancel'),
  }),
  onTheOrder('triage.skip', { icon: 'arrow-right', keys: ['j'], act: (actions) => actions.skip() }),
  onTheOrder('triage.call', {
    icon: 'phone-call',
    keys: ['Enter', 'a'],
    whyNot: whyNotDial,
    act: (actions) => actions.call(),
  }),
  onTheOrder('triage.copy-phone', {
    icon: 'copy',
    keys: ['y'],
    whyNot: whyNotDial,
    act: async (actions, { ports }) => {
      const order = actions.order()
      if (order === null) return
      const phone = formatPhone(order.customerPhone)
      await navigator.clipboard.writeText(phone)
      ports.notify({ tone: 'success', titleKey: 'triage:copied', values: { phone } })
    },
  }),
  onTheOrder('triage.comment', {
    icon: 'comment',
    keys: ['c'],
    act: (actions) => actions.ask('comment'),
  }),
  onTheOrder('triage.edit', {
    icon: 'pencil',
    keys: ['e'],
    act: (actions, { ports }) => {
      const order = actions.order()
      if (order !== null) ports.navigate(paths.edit('orders', order.id, 'customerAddress'))
    },
  }),
  ofThePage('triage.undo', {
    icon: 'undo',
    keys: ['u', 'Mod+z'].map((keys) => ({ keys, when: onPage })),
    whyNot: (actions, { ports }) =>
      actions.lastOutcomeAt() !== null || ports.madeSince(actions.openedAt) !== null ? null : 'NOT_UNDOABLE',
    act: undoLast,
  }),
  ofThePage('triage.pause', {
    icon: 'hourglass',
    keys: [{ keys: 'p', when: onOrder }],
    act: (actions) => actions.pause(),
  }),
  ofThePage('triage.resume', {
    icon: 'phone-call',
    keys: ['Enter', 'p'].map((keys) => ({ keys, when: standingStill })),
    act: (actions) => actions.resume(),
  }),
  ofThePage('triage.again', {
    icon: 'repeat',
    keys: [{ keys: 'Enter', when: atTheEnd }],
    whyNot: (actions) => (actions.hasPassed() ? null : 'NOT_FOUND'),
    act: (actions) => actions.again(),
  }),
  ofThePage('triage.leave', {
    icon: 'arrow-left',
    keys: [{ keys: 'Escape', when: onPage }],
    act: (actions, { actor, ports }) => {
      if (actor === null) return
      // Callers have no list of orders.
      const hasList = admits('/orders/list', actor)
      ports.navigate(hasList ? paths.list('orders', actions.query || undefined) : landings[actor.role])
    },
  }),
]

/** Undoes what was done last: an outcome, or another change of an order (merged, commented, its zone). */
function undoLast(actions: TriageActions, { ports }: CommandContext): void {
  const since = actions.lastOutcomeAt() ?? actions.openedAt
  for (let undo = ports.madeSince(since); undo !== null; undo = ports.madeSince(since)) if (undo()) return
  actions.undo()
}

type Look = Pick<Command, 'icon' | 'keys'>
type Act = (actions: TriageActions, context: CommandContext) => void | Promise<void>

/** Hidden: the palette lists the general command, which works here too. */
function outcome(id: string, { status, ...look }: Look & Pick<Decision, 'status'>): Command {
  return defineCommand({
    ...look,
    id,
    target: 'none',
    section: 'record',
    when: onOrder,
    hidden: true,
    whyNot: (context) => whyNotOutcome(context, status),
    run: () => triageActions.current()?.decide({ status }),
  })
}

function whyNotDial({ customerPhone }: Order): Code | null {
  return isErasedPhone(customerPhone) ? 'ERASED' : null
}

type OnTheOrder = Look & { act: Act; whyNot?: (order: Order) => Code | null }

function onTheOrder(id: string, { act, whyNot = () => null, ...look }: OnTheOrder): Command {
  return {
    ...ofThePage(id, {
      ...look,
      act,
      whyNot: (actions) => {
        const order = actions.order()
        return order === null ? 'NOT_FOUND' : whyNot(order)
      },
    }),
    section: 'record',
    when: onOrder,
  }
}

type OfThePage = Look & {
  act: Act
  whyNot?: (actions: TriageActions, context: CommandContext) => Code | null
}

function ofThePage(id: string, { act, whyNot = () => null, ...look }: OfThePage): Command {
  return defineCommand({
    ...look,
    id,
    target: 'none',
    section: 'list',
    hidden: true,
    unrecorded: 'quietly',
    whyNot: (context) => {
      const actions = triageActions.current()
      return whyNotHere(context) ?? (actions === null ? 'NOT_FOUND' : whyNot(actions, context))
    },
    run: (context) => {
      const actions = triageActions.current()
      return actions === null ? undefined : act(actions, context)
    },
  })
}

function whyNotHere({ actor }: CommandContext): Code | null {
  if (actor === null || !admits('/orders/triage', actor)) return 'FORBIDDEN'
  return triageActions.current() === null ? 'NOT_FOUND' : null
}

function whyNotOutcome(context: CommandContext, status: Decision['status']): Code | null {
  const here = whyNotHere(context)
  const actions = triageActions.current()
  const order = actions?.order()
  if (here !== null || !actions || !order || context.actor === null) return here ?? 'NOT_FOUND'
  const available = order.productAvailable
  return actions.whyNotDecide() ?? whyNotMoveOrder(context.actor, { ...order, available }, { status })
}

/** Starts triage; not lazy, unlike the screen. */
export const triageDoor = defineCommand({
  id: 'order.triage',
  target: 'none',
  section: 'list',
  icon: 'phone-call',
  keys: ['t'],
  when: 'list resource:orders',
  whyNot: (context) => mayVerb(context, 'order.claim'),
  // Uses the filter of the order list if visible, else all that wait.
  run: ({ ports, resource }) => {
    const search = resource === 'orders' ? (ports.list?.search() ?? '') : ''
    ports.navigate(paths.triage(new URLSearchParams(search).get('q') ?? undefined))
  },
})
