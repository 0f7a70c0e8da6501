import { useCallback, useEffect, useReducer, useRef } from 'react'
import { type CountryCode, countries } from '../../../domain/countries.ts'
import { dayOf } from '../../../domain/lib/zone-clock.ts'
import type { Shipping } from '../../../domain/shippings/shipping.ts'
import { codeOf, type Failure } from '../../../machines/failure.ts'
import type { OutboxEntry } from '../../../machines/outbox/outbox-types.ts'
import { pauseAfter } from '../../../machines/outbox-machine.ts'
import type { Api } from '../../api/create-api.ts'
import type { KeptList } from '../../api/offline-store.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { changed } from './overlay.ts'
import { endedStatuses, endOf, openStatuses } from './plan-day.ts'

/**
 * `at` is when the parcels were read, in epoch milliseconds; `isStale` where nobody has given fresh ones since, and
 * `code` says why. `tries` have failed one after the other.
 */
export type Deliveries = {
  phase: 'loading' | 'ready' | 'failed'
  shippings: readonly Shipping[]
  /** How many more are open than are shown, where somebody looks at everybody's. */
  hidden: number
  at: number
  isStale: boolean
  code: Failure['code'] | null
  tries: number
}

type Kept = Pick<Deliveries, 'shippings' | 'hidden'>

const nothing: Deliveries = {
  phase: 'loading',
  shippings: [],
  hidden: 0,
  at: 0,
  isStale: false,
  code: null,
  tries: 0,
}
/** Milliseconds after which what is kept is shown, while the answer is still waited for; and those that it may take. */
const patience = 4_000
const longest = 60_000
const pageSize = 200
const mostPages = 5
const pause = 400

/** Today's parcels of a person (everybody's where null), live; without a network those that were read last. */
export const useDeliveries = (guy: string | null) => {
  const { api, user, country, offline, outbox, onLive } = useWorkspace()
  const key = `deliveries ${country} ${guy ?? ''}`
  const [state, update] = useReducer(
    (before: Deliveries, change: (before: Deliveries) => Deliveries) => change(before),
    nothing,
  )
  const request = useRef<AbortController | null>(null)

  const read = useCallback(async () => {
    request.current?.abort()
    const asked = new AbortController()
    request.current = asked
    const showKept = async (code: Failure['code'], tries: number) => {
      const kept = await offline.list<Kept>(user.id, key).catch(() => null)
      if (request.current === asked) update((before) => withoutAnswer(before, kept, code, tries))
    }
    const slow = setTimeout(() => void showKept('OFFLINE', 0), patience)
    const late = AbortSignal.timeout(longest)
    try {
      const value = await readDay(api, { country, guy, signal: AbortSignal.any([asked.signal, late]) })
      if (request.current !== asked) return
      update(() => ({ ...nothing, ...value, phase: 'ready', at: Date.now() }))
      void offline.keepList<Kept>(user.id, key, value).catch(() => undefined)
    } catch (error) {
      if (request.current !== asked) return
      const code = late.aborted && error === late.reason ? 'OFFLINE' : codeOf(error)
      if (passingCodes.includes(code)) await showKept(code, 1)
      else update((before) => ({ ...before, phase: 'failed', code, tries: 0 }))
    } finally {
      clearTimeout(slow)
      if (request.current === asked) request.current = null
    }
  }, [api, user.id, country, guy, key, offline])

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
    void read()
    let later: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      clearTimeout(later)
      later = setTimeout(read, pause)
    }
    const stops = [
      onLive(({ resource }) => resource === 'shippings' && soon()),
      outbox.onTold((told) => {
        // What was sent stands as it was shown, until the server's own word for it comes.
        if (told.type === 'outbox.sent') update((before) => afterSent(before, told.entry))
        soon()
      }),
    ]
    window.addEventListener('online', soon)
    return () => {
      clearTimeout(later)
      window.removeEventListener('online', soon)
      request.current?.abort()
      request.current = null
      for (const stop of stops) stop()
    }
  }, [read, onLive, outbox])

  return { ...state, refresh: read }
}

/** What nobody has answered for the moment: asked again, by itself. */
const passingCodes: readonly Failure['code'][] = [
  'OFFLINE',
  'DATABASE_UNAVAILABLE',
  'OVERLOADED',
  'TOO_MANY_CALLS',
  'INTERRUPTED',
  'TOO_MANY_ATTEMPTS',
  'INTERNAL',
]

/** What is shown stays; else what was kept, where there is any. `failed` more tries are to be counted. */
const withoutAnswer = (
  before: Deliveries,
  kept: KeptList<Kept> | null,
  code: Failure['code'],
  failed: number,
): Deliveries => {
  if (failed === 0 && before.phase === 'ready') return before
  const tries = before.tries + failed
  if (before.phase === 'ready') return { ...before, isStale: true, code, tries }
  if (kept !== null)
    return { ...nothing, ...kept.value, phase: 'ready', at: kept.at, isStale: true, code, tries }
  return failed === 0 ? before : { ...before, phase: 'failed', code, tries }
}

const afterSent = (before: Deliveries, entry: OutboxEntry): Deliveries => ({
  ...before,
  shippings: before.shippings.map((shipping) =>
    shipping.id === entry.record.id ? changed(shipping, entry) : shipping,
  ),
})

type Asked = { country: CountryCode; guy: string | null; signal: AbortSignal }

const readDay = async (api: Api, { country, guy, signal }: Asked): Promise<Kept> => {
  const whose = { country, ...(guy === null ? {} : { deliveryGuy: guy }) }
  const [open, ended] = await Promise.all([
    api.list(
      'shippings',
      { where: { ...whose, status: openStatuses.join(',') }, limit: pageSize, sort: 'number' },
      { signal },
    ),
    readEnded(api, whose, country, signal),
  ])
  return { shippings: [...open.items, ...ended], hidden: open.total - open.items.length }
}

/** Those that ended today: the last changed first, as far back as this morning. */
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
