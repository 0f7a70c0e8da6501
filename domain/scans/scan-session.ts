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
 * What a scan session can do with its parcels, in the order of the keys that choose it.
 *
 * - `verb`: the change it makes; null: none, the parcels are only selected.
 * - `by`: the bulk call, to another status or to a delivery guy.
 * - `asksDelivery`: whether it needs a delivery guy.
 * - `condition`: how returned goods came back; `effect` is then what the change is called.
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

/** A session commits in one call whose report names every record. */
export const MAX_SCANS = namedRecords

/** What a session does: with whom, where it needs a delivery guy. */
export type ScanTask = { action: ScanAction; delivery: DeliveryGuyRef | null }

export type DeliveryGuyRef = { id: string; name: string; country: string }

/** Whether this role may do that in a session. */
export const maySessionDo = (role: Role, action: ScanAction): boolean =>
  scopeOf(role, scanActions[action].verb ?? 'shipping.list') !== null

/** Why this actor may not do that with a scanned parcel; null when they may. */
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
      : whyNotMoveShipping(actor, shipping, { status: row.status, delivery: delivery?.id })
  if (refusal !== null) return refusal
  if (delivery !== null && delivery.country !== shipping.country) return 'DELIVERY_GUY_NOT_FOUND'
  // Two verbs may lead to one status: a session takes only its own step.
  const isOther =
    row.by === 'status' && delivery === null && shippingVerb(shipping.status, row.status) !== row.verb
  return isOther ? 'NO_SUCH_TRANSITION' : null
}

/** What the bulk call of a session says beside its parcels. */
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
