import { useActorRef } from '@xstate/react'
import { useEffect, useState } from 'react'
import { type ActorRefFrom, fromPromise } from 'xstate'
import { paths } from '../../../domain/access/paths.ts'
import { orderVerbs } from '../../../domain/fulfillment/order-status.ts'
import type { Where } from '../../../domain/lib/filter.ts'
import type { Claim } from '../../../domain/triage/claim.ts'
import { codeOf } from '../../../machines/failure.ts'
import { triageMachine } from '../../../machines/triage/triage-machine.ts'
import type { ClaimRequest } from '../../../machines/triage/triage-types.ts'
import { newIdempotencyKey, type ReadOptions } from '../../api/call-options.ts'
import type { Api } from '../../api/create-api.ts'
import { useWorkspace, type Workspace } from '../../workspace/workspace.ts'
import { storeTriageSession, triageSessionOf } from './triage-session.ts'

const bindTriage = (api: Pick<Api, 'triage'>): typeof triageMachine =>
  triageMachine.provide({
    actors: {
      claim: fromPromise<Claim, ClaimRequest>(({ input, signal }) => api.triage.claim(input, { signal })),
    },
  })

export type TriageActor = ActorRefFrom<typeof triageMachine>

/** What somebody else did with an order of ours. */
const turns: Readonly<Record<string, 'takenOver' | 'freed'>> = {
  'order.take-over': 'takenOver',
  'order.free': 'freed',
}

/** Milliseconds without input after which the user is considered away. */
const idleAfter = 15 * 60_000

/** Runs a session: claims, outcomes through the outbox, undo, live changes. Suspended while its screen is unmounted. */
export const useTriage = (where: Where, first: string | null = null): TriageActor => {
  const { api, user, country, outbox, onLive, ports } = useWorkspace()
  const key = `${user.id} ${country}`
  const [leases] = useState(() => createLeases(api))
  const [machine] = useState(() => bindTriage({ triage: { ...api.triage, claim: leases.claim } }))
  const [input] = useState(() => {
    const { handled, ...session } = triageSessionOf(key, where)
    const underWay = new Set(outbox.view.get().entries.map(({ id }) => id))
    const states = handled.map((one) => (underWay.has(one.id) ? one : { ...one, state: 'done' as const }))
    const resume = first === null ? session.resume : [first, ...session.resume.filter((id) => id !== first)]
    return { ...session, resume, where, handled: states }
  })
  const actor = useActorRef(machine, { input })

  useEffect(
    () => sendOutcomes(actor, leases.letGo, { api, outbox, ports }),
    [actor, leases, api, outbox, ports],
  )
  useEffect(
    () =>
      onLive(({ resource, verb, ids, actor: who }) => {
        if (resource !== 'orders' || verb === 'order.claim') return
        const isOwn = who === user.id
        const kind = isOwn ? undefined : turns[verb]
        const mine = kind && actor.getSnapshot().context.hand.find(({ id }) => ids?.includes(id))
        if (!mine) return actor.send({ type: 'orders.changed', ids, isOwn })
        // Who it was is in the history of the order.
        void api
          .history('orders', mine.id)
          .then(({ items }) => items.find((line) => line.verb === verb)?.actorName ?? '')
          .catch(() => '')
          .then((by) =>
            actor.send({ type: 'orders.changed', ids, isOwn, taken: { [mine.id]: { kind, by } } }),
          )
      }),
    [actor, api, onLive, user.id],
  )
  useEffect(() => watchWindow(actor, leases.letGo), [actor, leases])
  useEffect(
    () => () => {
      const { context } = actor.getSnapshot()
      const [order] = context.hand
      const resume = order === undefined ? context.resume : [order.id]
      const handled = context.handled.filter(({ state }) => state !== 'undoing')
      storeTriageSession(key, { where: context.where, handled, passed: context.passed, resume }, outbox)
      // An order being edited stays claimed.
      const isEdited = order !== undefined && location.pathname === paths.edit('orders', order.id)
      if (isEdited) leases.keep(order.id)
      else leases.letGo()
    },
    [actor, leases, key, outbox],
  )
  return actor
}

/** Releases must finish before the next claim. */
let lettingGo: Promise<unknown> = Promise.resolve()

/** Claims carry a lease id, replaced at each release, so that a late claim takes nothing. */
const createLeases = (api: Api) => {
  let leaseId = newIdempotencyKey()
  return {
    claim: (request: ClaimRequest, options?: ReadOptions) =>
      lettingGo.then(() => api.triage.claim({ ...request, leaseId }, options)),
    letGo: () => {
      lettingGo = api.triage.letGo(leaseId).catch(() => undefined)
      leaseId = newIdempotencyKey()
    },
    keep: (order: string) => {
      const kept = api.triage.claim({ where: {}, except: [], keep: [order], count: 0 })
      lettingGo = kept.catch(() => undefined)
    },
  }
}

type Hands = Pick<Workspace, 'api' | 'outbox' | 'ports'>

/** Sends outcomes through the outbox, which persists and orders them. */
const sendOutcomes = (actor: TriageActor, letGo: () => void, { api, outbox, ports }: Hands): (() => void) => {
  /** To be undone as soon as they are applied. */
  const recalled = new Set<string>()
  const tellFailure = (number: number | undefined, code: string) =>
    ports.notify({ tone: 'danger', titleKey: 'triage:result.refused', values: { number: number ?? 0 }, code })
  const numberOf = (id: string) =>
    actor.getSnapshot().context.handled.find((one) => one.id === id)?.order.number
  const undo = (id: string, batchId: string) =>
    api
      .undo(batchId, { idempotencyKey: newIdempotencyKey() })
      .then(({ refused: [refused] }) => {
        if (refused !== undefined) throw refused
        outbox.tookBack(id)
        actor.send({ type: 'outcome.undone', id })
      })
      .catch((error: unknown) => {
        ports.notify({
          tone: 'danger',
          titleKey: 'triage:result.stayed',
          values: { number: numberOf(id) ?? 0 },
          code: codeOf(error),
        })
        actor.send({ type: 'outcome.stayed', id })
      })

  const subscriptions = [
    actor.on('triage.send', ({ id, order, decision }) => {
      const record = { id: order.id, number: order.number, name: order.customerName }
      const verb = orderVerbs[decision.status]
      outbox.add({ resource: 'orders', kind: 'status', verb, record, body: { ...decision } }, id)
    }),
    actor.on('triage.takeBack', ({ id, batchId }) => {
      if (batchId !== null) return void undo(id, batchId)
      outbox.discard(id)
      // The one being sent stays in the outbox.
      if (outbox.view.get().entries.some((entry) => entry.id === id)) recalled.add(id)
      else queueMicrotask(() => actor.send({ type: 'outcome.undone', id }))
    }),
    actor.on('triage.letGo', letGo),
  ]
  const stop = outbox.reportFirst((result) => {
    const { id } = result.entry
    if (!actor.getSnapshot().context.handled.some((one) => one.id === id)) return false
    if (result.type === 'outbox.refused') {
      outbox.discard(id)
      tellFailure(result.entry.record.number, result.code)
      actor.send({ type: 'outcome.refused', id, code: result.code })
      return true
    }
    const { batchId } = result.report
    actor.send({ type: 'outcome.sent', id, batchId })
    if (!recalled.delete(id)) return true
    if (batchId === null) actor.send({ type: 'outcome.undone', id })
    else void undo(id, batchId)
    return true
  })
  return () => {
    stop()
    for (const subscription of subscriptions) subscription.unsubscribe()
  }
}

/** Observes network, user activity and page unload. */
const watchWindow = (actor: TriageActor, letGo: () => void): (() => void) => {
  let idle: ReturnType<typeof setTimeout>
  const touch = () => {
    clearTimeout(idle)
    idle = setTimeout(() => actor.send({ type: 'triage.pause' }), idleAfter)
  }
  const listeners = {
    online: () => actor.send({ type: 'network.online' }),
    offline: () => actor.send({ type: 'network.offline' }),
    pagehide: letGo,
    // Restored from the back/forward cache: claims again.
    pageshow: (event: Event) => {
      if ('persisted' in event && event.persisted)
        actor.send({ type: 'orders.changed', ids: null, isOwn: true })
    },
    keydown: touch,
    pointerdown: touch,
    focus: touch,
  }
  touch()
  for (const [name, listener] of Object.entries(listeners)) window.addEventListener(name, listener, true)
  return () => {
    clearTimeout(idle)
    for (const [name, listener] of Object.entries(listeners)) window.removeEventListener(name, listener, true)
  }
}
