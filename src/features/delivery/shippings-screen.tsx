import { useEffect, useMemo } from 'react'
import type { Target } from '../../../domain/changes/changes.ts'
import {
  type ShippingMove,
  whyNotAssignShipping,
  whyNotMoveShipping,
} from '../../../domain/shippings/policy.ts'
import type { Shipping } from '../../../domain/shippings/shipping.ts'
import { codeOf, type Failure } from '../../../machines/failure.ts'
import type { Listed, ListParameters } from '../../api/call-options.ts'
import type { ChangeRequest } from '../../commands/command-ports.ts'
import { resourceViews } from '../../resources/registry.ts'
import { useWorkspace, type Workspace } from '../../workspace/workspace.ts'
import { ListScreen } from '../list/list-screen.tsx'
import type { OfflineList } from '../list/offline-list.ts'
import { cacheAppShell } from './cache-app-shell.ts'
import { NetworkBanner } from './network-banner.tsx'
import { queuedRecord, withWaiting } from './optimistic-overlay.ts'

type Kept = Listed<Shipping>

/** Number of rows kept in their server state: the base for queued changes, restored when one is discarded. */
const mostKnown = 5_000
const mostQueued = 500
const pause = 400

/**
 * The parcel list offline: cached first page of each view, changes of status and courier through the outbox, applied
 * optimistically until the server's state arrives.
 */
export const createOfflineShippings = ({
  user,
  country,
  offline,
  outbox,
}: Pick<Workspace, 'user' | 'country' | 'offline' | 'outbox'>): OfflineList<'shippings'> => {
  const known = new Map<string, Shipping>()
  const learn = (items: readonly Shipping[]) => {
    for (const shipping of items) {
      known.delete(shipping.id)
      known.set(shipping.id, shipping)
    }
    for (const oldest of known.keys()) {
      if (known.size <= mostKnown) break
      known.delete(oldest)
    }
  }
  const shown = (items: readonly Shipping[]) =>
    withWaiting(items, outbox.view.get().entries).map(({ shipping }) => shipping)
  const keyOf = ({ where, sort }: ListParameters) => `shippings ${country} ${JSON.stringify({ where, sort })}`

  return {
    read: (list, now) => async (page, signal) => {
      const isFirst = page.skip === 0 && page.where?.ids === undefined
      const canFallBack = isFirst && !list.isAnswered()
      const kept = canFallBack ? await offline.list<Kept>(user.id, keyOf(page)).catch(() => null) : null
      try {
        const found = await now(page, signal, kept !== null)
        learn(found.items)
        if (isFirst) void offline.keepList<Kept>(user.id, keyOf(page), found).catch(() => undefined)
        return { ...found, items: shown(found.items) }
      } catch (error) {
        // Rows on screen are newer than cached ones.
        if (signal.aborted || kept === null || list.isAnswered() || !passingCodes.includes(codeOf(error)))
          throw error
        learn(kept.value.items)
        const items = shown(kept.value.items)
        return { items, total: items.length, at: kept.at }
      }
    },

    attach: (list) => {
      let waiting = new Set(outbox.view.get().entries.map(({ record }) => record.id))
      let later: ReturnType<typeof setTimeout> | undefined
      const watching = outbox.view.subscribe(() => {
        const present = new Set(outbox.view.get().entries.map(({ record }) => record.id))
        const touched = [...new Set([...waiting, ...present])].flatMap((id) => known.get(id) ?? [])
        waiting = present
        list.applyChanges(shown(touched).map((record) => ({ type: 'upsert', record })))
      })
      const stopListening = outbox.onResult((result) => {
        // Shown as sent until the list is refetched.
        const [sent] = shown(known.has(result.entry.record.id) ? [known.get(result.entry.record.id)!] : [])
        if (result.type === 'outbox.sent' && sent !== undefined) learn([sent])
        clearTimeout(later)
        later = setTimeout(list.refresh, pause)
      })
      return () => {
        clearTimeout(later)
        watching.unsubscribe()
        stopListening()
      }
    },

    hands: (list) => ({
      change: (request) => {
        const parted = partedOf(list, request)
        if (parted === null) return false
        const { resource, kind, verb, body } = request
        for (const shipping of parted.possible) {
          outbox.add({ resource, kind, verb, body, record: queuedRecord(shipping) })
        }
        return true
      },

      predict: (request) => {
        const parted = partedOf(list, request)
        if (parted === null) return null
        const { possible, refused } = parted
        const changed = possible.map(({ id, number, version }) => ({ id, number, version }))
        const refusedBy = Object.fromEntries(
          [...new Set(refused.map(({ code }) => code))].map((code) => [
            code,
            refused.filter((one) => one.code === code).length,
          ]),
        )
        const counts = { changed: possible.length, refused: refused.length, refusedBy }
        return { batchId: null, counts, changed, refused }
      },
    }),
  }

  /** Splits a change into what can be queued and what cannot; null if it is to be made at once. */
  function partedOf(list: Rows, { kind, target, body }: Asked) {
    if (kind !== 'status' && kind !== 'delivery') return null
    const asked = askedOf(list, target)
    if (asked === null) return null
    const ids = new Set(asked.map(({ id }) => id))
    // Queued behind earlier changes of the same parcel, to keep their order.
    const isBehind = outbox.view.get().entries.some(({ record }) => ids.has(record.id))
    if (navigator.onLine && !list.status.get().offline && !isBehind) return null
    const { status, delivery = null, ...move }: Partial<ShippingMove> & { delivery?: string | null } = body
    const whyNot = (shipping: Shipping) =>
      status === undefined
        ? whyNotAssignShipping(user, shipping, delivery)
        : whyNotMoveShipping(user, shipping, { ...move, status })
    const judged = shown(asked).map((shipping) => ({ shipping, code: whyNot(shipping) }))
    return {
      possible: judged.flatMap(({ shipping, code }) => (code === null ? [shipping] : [])),
      refused: judged.flatMap(({ shipping: { id, number }, code }) =>
        code === null ? [] : [{ id, number, code }],
      ),
    }
  }

  /** The target records in server state; null if not all are known here. */
  function askedOf(list: Rows, target: Target): Shipping[] | null {
    if ('ids' in target) {
      const asked = target.ids.flatMap((id) => known.get(id) ?? [])
      return asked.length === target.ids.length ? asked : null
    }
    const rows = Array.from({ length: list.status.get().total }, (_, index) => list.recordAt(index))
    if (rows.length > mostQueued || rows.includes(undefined)) return null
    return rows.flatMap((row) => {
      const isMeant = row !== undefined && target.except?.includes(row.id) !== true && !list.isGone(row.id)
      return isMeant ? [known.get(row.id) ?? row] : []
    })
  }
}

type Rows = Parameters<OfflineList<'shippings'>['hands']>[0]
type Asked = Pick<ChangeRequest, 'kind' | 'target' | 'body'>

/** No answer, or temporarily unavailable. */
const passingCodes: readonly Failure['code'][] = [
  'OFFLINE',
  'DATABASE_UNAVAILABLE',
  'OVERLOADED',
  'TOO_MANY_CALLS',
  'INTERRUPTED',
]

/** The parcel list with offline support. */
export const ShippingsScreen = () => {
  const { user, country, offline, outbox, run } = useWorkspace()
  const away = useMemo(
    () => createOfflineShippings({ user, country, offline, outbox }),
    [user, country, offline, outbox],
  )
  useEffect(() => void cacheAppShell().catch(() => undefined), [])
  return (
    <ListScreen
      view={resourceViews.shippings}
      away={away}
      notice={
        <NetworkBanner
          isStale={false}
          code={null}
          at={0}
          country={country}
          onRefresh={() => run('list.refresh')}
        />
      }
    />
  )
}
