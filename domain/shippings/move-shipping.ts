import { addToComment } from '../comments/comment.ts'
import type { ShippingVerb } from '../fulfillment/shipping-status.ts'
import { assignedStatus, shippingVerb } from './policy.ts'
import type { Shipping, ShippingMoveInput } from './shipping.ts'

/** Fields that moves write. `statusAt` is null if set later (the server's undo). */
export type MovedShippingFields = Pick<
  Shipping,
  | 'status'
  | 'comment'
  | 'delivery'
  | 'attempts'
  | 'postponedTo'
  | 'collected'
  | 'outAt'
  | 'deliveredAt'
  | 'settledAt'
  | 'condition'
  | 'isRefused'
> & { statusAt: string | null }

/** `at`: ISO instant. `totalPrice`: amount due on delivery, in major units. */
type Moment = { at: string; totalPrice: number }

/**
 * The shipping after a status call allowed by `whyNotMoveShipping`. Used by the server, and by the console for queued calls.
 */
export const moveShipping = <S extends MovedShippingFields>(
  shipping: S,
  move: ShippingMoveInput,
  moment: Moment,
): S => {
  const from = move.delivery == null ? shipping : assignShipping(shipping, move.delivery, moment.at)
  return {
    ...from,
    status: move.status,
    statusAt: move.status === shipping.status ? shipping.statusAt : moment.at,
    comment: commentAfter(shipping, move),
    ...erased,
    ...writtenBy[shippingVerb(from.status, move.status)]?.(from, move, moment),
  }
}

/** The shipping after assigning a courier; null unassigns. One that has been out keeps its status. */
export const assignShipping = <S extends MovedShippingFields>(
  shipping: S,
  delivery: string | null,
  at: string,
): S => {
  const status = delivery === null ? 'PENDING' : assignedStatus(shipping.status)
  return { ...shipping, delivery, status, statusAt: status === shipping.status ? shipping.statusAt : at }
}

const commentAfter = (
  { comment: present }: Pick<MovedShippingFields, 'comment'>,
  { comment = null, reason }: ShippingMoveInput,
): string | null => (reason ? addToComment(comment ?? present, reason) : (comment ?? present))

/** Fields of a single status (day, cash, end, condition): cleared by every move. */
const erased = {
  postponedTo: null,
  collected: null,
  deliveredAt: null,
  settledAt: null,
  condition: null,
  isRefused: false,
} satisfies Partial<MovedShippingFields>

type Written = (
  from: MovedShippingFields,
  move: ShippingMoveInput,
  moment: Moment,
) => Partial<MovedShippingFields>

/** What verbs write in addition. `outAt`: first departure. */
const writtenBy: Partial<Record<ShippingVerb, Written>> = {
  'shipping.unassign': () => ({ delivery: null }),
  'shipping.dispatch': ({ attempts, outAt }, _, { at }) => ({ attempts: attempts + 1, outAt: outAt ?? at }),
  'shipping.deliver': (_, { collected }, { at, totalPrice }) => ({
    collected: collected ?? totalPrice,
    deliveredAt: at,
    settledAt: at,
  }),
  'shipping.postpone': (_, { postponedTo }) => ({ postponedTo: postponedTo ?? null }),
  'shipping.refuse': () => ({ isRefused: true }),
  'shipping.return': ({ status }, { condition }, { at }) => ({
    settledAt: at,
    condition: condition ?? 'sound',
    isRefused: status === 'REFUSED',
  }),
}
