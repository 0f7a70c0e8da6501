import { useCallback, useEffect, useReducer, useRef } from 'react'
import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import { dayOf } from '../../../domain/lib/zone-clock.ts'
import type { Shipping } from '../../../domain/shippings/shipping.ts'
import { codeOf, type Failure } from '../../../machines/failure.ts'
import { pauseAfter } from '../../../machines/outbox/outbox-machine.ts'
import type { OutboxEntry } from '../../../machines/outbox/outbox-types.ts'
import type { Api } from '../../api/create-api.ts'
import type { KeptList } from '../../stores/offline-store.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { changed } from './optimistic-overlay.ts'
import { type CashInHand, endedStatuses, endOf, openStatuses } from './plan-day.ts'

/**
 * `at`: when the parcels were read, epoch milliseconds. `isStale`: no fresh ones in time; `code` says why. `isAnswered`: from
 * the server, not this device. `isStored`: cached on this device, or caching is impossible. `tries`: consecutive failures.
 */
export type Deliveries = {
  phase: 'loading' | 'ready' | 'failed'
  shippings: readonly Shipping[]
  /** Open parcels beyond those shown, when all couriers are listed. */
  hidden: number
  /** Cash of the courier shown; null for all. */
  inHand: CashInHand | null
  at: number
  isStale: boolean
  isAnswered: boolean
  isStored: boolean
  code: Failure['code'] | null
  tries: number
}

type Kept = Pick<Deliveries, 'shippings' | 'hidden' | 'inHand'>

const nothing: Deliveries = {
  phase: 'loading',
  shippings: [],
  hidden: 0,
  inHand: null,
  at: 0,
  isStale: false,
  isAnswered: false,
  isStored: false,
  code: null,
  tries: 0,
}
/** Milliseconds after which cached parcels count as stale, and request timeout. */
const patience = 4_000
const longest = 60_000
const pageSize = 200
const mostPages = 5
const pause = 400

/** Today's parcels of a courier (null: all), live; cached ones until the server answers. */
export const useDeliveries = (courier: string | null) => {
  const { api, user, country, offline, outbox, onLive } = useWorkspace()
  const key = `deliveries ${country} ${courier ?? ''}`
  const [state, update] = useReducer(
    (before: Deliveries, change: (before: Deliveries) => Deliveries) => change(before),
    nothing,
  )
  const request = useRef<AbortController | null>(null)

  const readStored = useCallback(
    () => offline.list<Kept>(user.id, key).catch(() => null),
    [offline, user.id, key],
  )

  const read = useCallback(async () => {
    request.current?.abort()
    const asked = new AbortController()
    request.current = asked
    const showStale = async (code: Failure['code'], failed: number) => {
      const stored = await readStored()
      if (request.current === asked)
        update((before) => withoutAnswer(withStored(before, stored), code, failed))
    }
    const slow = setTimeout(() => void showStale('OFFLINE', 0), patience)
    const late = AbortSignal.timeout(longest)
    try {
      const holder = courier ?? (user.role === 'delivery' ? user.id : null)
      const signal = AbortSignal.any([asked.signal, late])
      const value = await readDay(api, { country, courier, holder, signal })
      if (request.current !== asked) return
      const at = Date.now()
      update(({ isStored }) => ({ ...nothing, ...value, phase: 'ready', at, isAnswered: true, isStored }))
      void offline
        .keepList<Kept>(user.id, key, value)
        .catch(() => undefined)
        .then(() => update((before) => (before.at === at ? { ...before, isStored: true } : before)))
    } catch (error) {
      if (request.current !== asked) return
      const code = late.aborted && error === late.reason ? 'OFFLINE' : codeOf(error)
      if (passingCodes.includes(code)) await showStale(code, 1)
      else update((before) => ({ ...before, phase: 'failed', code, tries: 0 }))
    } finally {
      clearTimeout(slow)
      if (request.current === asked) request.current = null
    }
  }, [api, user.id, user.role, country, courier, key, offline, readStored])

  const { tries } = state
  useEffect(() => {
    if (tries === 0) return
    const timer = setTimeout(
      () => {
        if (request.current === null) void read()
      },
      pauseAfter(tries) * (0.75 + Math.random() / 2),
    )
    return () => clearTimeout(timer)
  }, [tries, read])

  useEffect(() => {
    update(() => nothing)
    let isOver = false
    void readStored().then((stored) => {
      if (!isOver) update((before) => (before.phase === 'loading' ? withStored(before, stored) : before))
    })
    void read()
    let later: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      clearTimeout(later)
      later = setTimeout(read, pause)
    }
    const stops = [
      onLive(({ resource }) => (resource === 'shippings' || resource === 'handovers') && soon()),
      outbox.onResult((result) => {
        // A sent change stays applied until the server's state arrives.
        if (result.type === 'outbox.sent') update((before) => afterSent(before, result.entry))
        soon()
      }),
    ]
    window.addEventListener('online', soon)
    return () => {
      isOver = true
      clearTimeout(later)
      window.removeEventListener('online', soon)
      request.current?.abort()
      request.current = null
      for (const stop of stops) stop()
    }
  }, [read, readStored, onLive, outbox])

  return { ...state, refresh: read }
}

/** Temporary failures; retried automatically. */
const passingCodes: readonly Failure['code'][] = [
  'OFFLINE',
  'DATABASE_UNAVAILABLE',
  'OVERLOADED',
  'TOO_MANY_CALLS',
  'INTERRUPTED',
  'TOO_MANY_ATTEMPTS',
  'INTERNAL',
]

/** Parcels on screen, else cached ones. */
const withStored = (before: Deliveries, stored: KeptList<Kept> | null): Deliveries =>
  before.phase === 'ready' || stored === null
    ? before
    : { ...nothing, ...stored.value, phase: 'ready', at: stored.at, isStored: true, tries: before.tries }

/** `failed`: further failures to count; 0 if the answer is only late. */
const withoutAnswer = (before: Deliveries, code: Failure['code'], failed: number): Deliveries => {
  if (failed === 0 && (before.phase !== 'ready' || before.isAnswered)) return before
  const tries = before.tries + failed
  return before.phase === 'ready'
    ? { ...before, isStale: true, code, tries }
    : { ...before, phase: 'failed', code, tries }
}

const afterSent = (before: Deliveries, entry: OutboxEntry): Deliveries => ({
  ...before,
  shippings: before.shippings.map((shipping) =>
    shipping.id === entry.record.id ? changed(shipping, entry) : shipping,
  ),
})

/** `holder`: whose cash is shown. */
type Asked = { country: CountryCode; courier: string | null; holder: string | null; signal: AbortSignal }

const readDay = async (api: Api, { country, courier, holder, signal }: Asked): Promise<Kept> => {
  const whose = { country, ...(courier === null ? {} : { deliveryGuy: courier }) }
  const [due, open, ended] = await Promise.all([
    holder === null ? null : api.handovers.due(holder, country, { signal }),
    api.list(
      'shippings',
      { where: { ...whose, status: openStatuses.join(',') }, limit: pageSize, sort: 'number' },
      { signal },
    ),
    readEnded(api, whose, country, signal),
  ])
  const inHand = due && {
    expected: due.expected,
    name: due.deliveryName,
    balance: due.balance,
    earnedToday: due.earnedToday,
    earned: due.earned,
    shippings: due.lines.map(({ shipping }) => shipping),
  }
  return { shippings: [...open.items, ...ended], hidden: open.total - open.items.length, inHand }
}

/** Parcels that ended today, newest first. */
const readEnded = async (
  api: Api,
  whose: Record<string, string>,
  country: CountryCode,
  signal: AbortSignal,
): Promise<Shipping[]> => {
  const zone = countries[country].timeZone
  const today = dayOf(new Date(), zone)
  const isToday = (instant: string) => dayOf(new Date(instant), zone) === today
  const found: Shipping[] = []
  for (let page = 0; page < mostPages; page++) {
    const where = { ...whose, status: endedStatuses.join(',') }
    const options = { where, limit: pageSize, skip: page * pageSize, sort: '-updatedAt' }
    const { items } = await api.list('shippings', options, { signal })
    found.push(...items.filter((shipping) => isToday(endOf(shipping))))
    const last = items.at(-1)
    if (items.length < pageSize || last === undefined || !isToday(last.updatedAt)) break
  }
  return found
}
