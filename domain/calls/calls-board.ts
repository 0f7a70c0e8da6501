import { countryCodes } from '../core/countries.ts'
import type { Fields } from '../lib/field.ts'
import type { RecordOf, Shapes } from '../lib/shape.ts'

/** Query of `GET callers/board`. */
export const callsBoardFields = {
  country: { kind: 'choice', values: countryCodes, required: true },
} as const satisfies Fields

/**
 * Why an order that waits for a call is not given to the next who asks, or that it is (`callable`). `claimed`: somebody has it;
 * `kept`: promised by or dealt to somebody at work; `closed`: outside the calling hours; `waiting`: too soon after the last call;
 * `promised`: for later; `spent`: its calls are used up.
 */
export const queueReasons = ['callable', 'claimed', 'kept', 'closed', 'waiting', 'promised', 'spent'] as const
export type QueueReason = (typeof queueReasons)[number]

/** Ages of orders that wait, in minutes: each bucket begins there and ends where the next one begins. */
export const queueAges = [0, 60, 240, 1_440, 4_320, 10_080] as const

const counted = Object.fromEntries(queueReasons.map((reason) => [reason, { kind: 'integer' }])) as Record<
  QueueReason,
  { kind: 'integer' }
>

export const callsBoardShapes = {
  at: { kind: 'instant' },
  opensAt: { kind: 'instant', nullable: true },
  distribution: { kind: 'text' },
  callers: {
    kind: 'list',
    of: {
      caller: { kind: 'id' },
      name: { kind: 'text' },
      isAtWork: { kind: 'flag' },
      since: { kind: 'instant', nullable: true },
      seenAt: { kind: 'instant', nullable: true },
      order: { kind: 'id', nullable: true },
      number: { kind: 'integer', nullable: true },
      customerName: { kind: 'text', nullable: true },
      callingSince: { kind: 'instant', nullable: true },
      held: { kind: 'integer' },
      today: { kind: 'integer' },
      hour: { kind: 'integer' },
      reached: { kind: 'integer' },
      confirmed: { kind: 'integer' },
      promised: { kind: 'integer' },
      due: { kind: 'integer' },
    },
  },
  orders: { kind: 'integer' },
  reasons: { kind: 'record', of: counted },
  ages: { kind: 'list', of: { minutes: { kind: 'integer' }, ...counted } },
} as const satisfies Shapes

/**
 * Who calls in a country and what waits there. `callers`: those at work first, by name, then those who called today. `since`: at work,
 * `callingSince`: with the order on their screen; `held`: orders that they have; `today` and `hour`: calls since midnight there and
 * within the last hour, of which `reached` and `confirmed` today; `promised`: calls that they promised and that wait, `due` those whose time has
 * come. `orders` wait in all, each for one of the `reasons`, by `ages` since they were made (from so many `minutes` on).
 */
export type CallsBoard = RecordOf<typeof callsBoardShapes>
export type BoardCaller = CallsBoard['callers'][number]
