import { describe, expect, it } from 'vitest'
import { type Role, roles } from '../../../domain/access/permissions.ts'
import { shippingStatuses, shippingTransitions } from '../../../domain/fulfillment/shipping-status.ts'
import { lineChangeOf, whyNotUndoManifest } from '../../../domain/manifests/policy.ts'
import { actorOf } from '../../support/whole-records.ts'

const [earlier, later] = ['2026-11-25T08:00:00.000Z', '2026-11-25T10:00:00.000Z']
const parcel = (status: string, statusAt = earlier, isDeleted = false) => ({ status, statusAt, isDeleted })

const steps = shippingStatuses.flatMap((from) =>
  shippingTransitions[from].map(({ verb, to }) => ({ from, verb, to })),
)

describe('the line of a parcel', () => {
  it.each(steps)('follows $verb from $from, and its undo', ({ from, verb, to }) => {
    const done = lineChangeOf(parcel(from), parcel(to, later), { verb, isUndo: false })
    const undone = lineChangeOf(parcel(to, later), parcel(from), { verb, isUndo: true })
    const redone = lineChangeOf(parcel(from), parcel(to, later), { verb, isUndo: true })
    if (from === 'OUT_FOR_DELIVERY') {
      expect(done).toEqual({ kind: 'close', at: later, isTakenOff: false })
      // Reopens the line closed at that time.
      expect(undone).toEqual({ kind: 'reopen', at: later })
      expect(redone).toEqual(done)
    } else if (verb === 'shipping.dispatch') {
      expect(done).toBeNull()
      expect(undone).toEqual({ kind: 'close', at: earlier, isTakenOff: true })
      expect(redone).toEqual({ kind: 'restore', at: later })
    } else if (verb === 'shipping.reopen') {
      expect(done).toEqual({ kind: 'reopen', at: earlier })
      expect(undone).toEqual({ kind: 'close', at: earlier, isTakenOff: false })
      expect(redone).toEqual(done)
    } else {
      expect([done, undone, redone]).toEqual([null, null, null])
    }
  })

  it('closes where its parcel is deleted, and follows none that is new or stays out', () => {
    const [out, gone] = [parcel('OUT_FOR_DELIVERY'), parcel('OUT_FOR_DELIVERY', earlier, true)]
    const edit = { verb: 'shipping.update', isUndo: false }
    expect(lineChangeOf(out, gone, edit)).toEqual({ kind: 'close', at: earlier, isTakenOff: false })
    expect(lineChangeOf(gone, out, edit)).toEqual({ kind: 'reopen', at: earlier })
    expect(lineChangeOf(out, out, edit)).toBeNull()
    expect(lineChangeOf(null, parcel('PENDING'), { verb: 'order.confirm', isUndo: false })).toBeNull()
  })
})

describe('who undoes a manifest', () => {
  const actor = (role: Role) => actorOf(role, { id: 'me' })
  const own = { country: 'ic', owner: 'me', delivery: 'courier', parcels: 3, openParcels: 3 }

  it('is an admin, and the agent who gave its parcels out', () => {
    const may = roles.filter((role) => whyNotUndoManifest(actor(role), own) === null)
    expect(may).toEqual(['admin', 'agent'])
    const others = { ...own, owner: 'another' }
    expect(roles.filter((role) => whyNotUndoManifest(actor(role), others) === null)).toEqual(['admin'])
    expect(whyNotUndoManifest(actor('agent'), others)).toBe('NOT_FOUND')
    expect(whyNotUndoManifest(actor('delivery'), { ...own, delivery: 'me' })).toBe('FORBIDDEN')
  })

  it('is nobody once a parcel has moved on', () => {
    expect(whyNotUndoManifest(actor('admin'), { ...own, openParcels: 2 })).toBe('MANIFEST_HAS_MOVED')
    expect(whyNotUndoManifest(actor('seller'), { ...own, openParcels: 2 })).toBe('FORBIDDEN')
  })
})
