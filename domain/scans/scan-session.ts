import type { Actor } from '../access/actor.ts'
import { type Role, scopeOf } from '../access/permissions.ts'
import { whyNot } from '../access/why-not.ts'
import type { ChangeVerb } from '../changes/change-verbs.ts'
import { namedRecords } from '../changes/changes.ts'
import type { Code } from '../core/codes.ts'
import type { ReturnCondition, ShippingStatus, ShippingVerb } from '../fulfillment/shipping-status.ts'
import {
  type MovableShipping,
  shippingVerb,
  whyNotAssignShipping,
  whyNotMoveShipping,
} from '../shippings/policy.ts'

/**
 * The actions of a scan session, in the order of their keys.
 * - `verb`: the change; null: only selects the parcels.
 * - `by`: the bulk call, status or courier.
 * - `asksDelivery`: needs a courier.
 * - `condition`: of returned goods; `effect` then names the change.
 */
export const scanActions = {
  assign: { verb: 'shipping.assign', by: 'delivery', status: null, asksDelivery: true },
  dispatch: { verb: 'shipping.dispatch', by: 'status', status: 'OUT_FOR_DELIVERY', asksDelivery: true },
  deliver: { verb: 'shipping.deliver', by: 'status', status: 'DELIVERED', asksDelivery: false },
  return: { verb: 'shipping.return', by: 'status', status: 'RETURNED', asksDelivery: false },
  damage: {
    verb: 'shipping.return',
    by: 'status',
    status: 'RETURNED',
    condition: 'damaged',
    effect: 'shipping.return-damaged',
    asksDelivery: false,
  },
  refuse: { verb: 'shipping.refuse', by: 'status', status: 'REFUSED', asksDelivery: false },
  collect: { verb: null, by: null, status: null, asksDelivery: false },
} as const satisfies Record<string, ScanActionRow>

type ScanActionRow = { asksDelivery: boolean } & (
  | {
      verb: ShippingVerb
      by: 'status'
      status: ShippingStatus
      condition?: ReturnCondition
      effect?: ChangeVerb
    }
  | { verb: 'shipping.assign'; by: 'delivery'; status: null }
  | { verb: null; by: null; status: null }
)

export type ScanAction = keyof typeof scanActions
export const scanActionNames = Object.keys(scanActions) as ScanAction[]

export const isScanAction = (name: string): name is ScanAction => Object.hasOwn(scanActions, name)

/** Maximum scans of a session: one call commits it, and its report lists every record. */
export const MAX_SCANS = namedRecords

/** The action of a session, with its courier if it needs one. */
export type ScanTask = { action: ScanAction; delivery: CourierRef | null }

export type CourierRef = { id: string; name: string; country: string }

export const maySessionDo = (role: Role, action: ScanAction): boolean =>
  scopeOf(role, scanActions[action].verb ?? 'shipping.list') !== null

/** Code why the actor may not apply the session's action to the scanned parcel, or null. */
export const whyNotScanned = (
  actor: Actor,
  shipping: MovableShipping,
  { action, delivery }: ScanTask,
): Code | null => {
  const row: ScanActionRow = scanActions[action]
  if (row.verb === null) return whyNot(actor, 'shipping.list', shipping)
  if (row.asksDelivery && delivery === null) return 'DELIVERY_GUY_REQUIRED'
  const refusal =
    row.by === 'delivery'
      ? whyNotAssignShipping(actor, shipping, delivery?.id ?? null)
      : whyNotMoveShipping(actor, shipping, {
          status: row.status,
          condition: row.condition,
          delivery: delivery?.id,
        })
  if (refusal !== null) return refusal
  if (delivery !== null && delivery.country !== shipping.country) return 'DELIVERY_GUY_NOT_FOUND'
  // Two verbs may lead to one status; a session accepts only its own.
  const isOther =
    row.by === 'status' && delivery === null && shippingVerb(shipping.status, row.status) !== row.verb
  return isOther ? 'NO_SUCH_TRANSITION' : null
}

/** The bulk call's body for a session, without the parcels. */
export const scanChange = ({ action, delivery }: ScanTask) => {
  const row: ScanActionRow = scanActions[action]
  if (row.by === 'delivery')
    return { kind: row.by, effect: row.verb, body: { delivery: delivery?.id ?? null } }
  if (row.by === null) return null
  const { status, condition, effect = row.verb } = row
  const body = {
    status,
    ...(delivery === null ? {} : { delivery: delivery.id }),
    ...(condition === undefined ? {} : { condition }),
  }
  return { kind: row.by, effect, body }
}
