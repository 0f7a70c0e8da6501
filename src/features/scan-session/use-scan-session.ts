import { useActorRef } from '@xstate/react'
import { useEffect, useEffectEvent, useState } from 'react'
import { type ActorRefFrom, fromPromise } from 'xstate'
import { confirmationOf } from '../../../domain/changes/change-verbs.ts'
import type { CountryCode } from '../../../domain/core/countries.ts'
import { scanActions, scanChange } from '../../../domain/scans/scan-session.ts'
import { scanSessionMachine } from '../../../machines/scan-session/scan-session-machine.ts'
import type {
  CommitEnd,
  CommitInput,
  LookedUp,
  ScanSound,
} from '../../../machines/scan-session/scan-session-types.ts'
import type { Api } from '../../api/create-api.ts'
import { useWorkspace, type Workspace } from '../../workspace/workspace.ts'
import { playSound } from './play-sound.ts'
import { readSession, sessionKey, storeSession } from './stored-session.ts'

export type ScanSessionActor = ActorRefFrom<typeof scanSessionMachine>

/**
 * Runs the user's scan session on this device; persists across reloads and syncs tabs. `onCollected`: called with parcels to
 * select.
 */
export const useScanSession = (onCollected: (ids: readonly string[]) => void): ScanSessionActor => {
  const { api, user, country, onLive, ports, preferences } = useWorkspace()
  const key = sessionKey(user.id, country)
  const [machine] = useState(() => bindScanSession({ api, country, change: ports.change }))
  const [input] = useState(() => ({ user, stored: readSession(key) }))
  const actor = useActorRef(machine, { input })
  const collected = useEffectEvent(onCollected)
  const sound = useEffectEvent((name: ScanSound) => {
    if (preferences.get().scanTones) playSound(name)
  })

  useEffect(() => {
    const judged = actor.on('scan.judged', ({ sound: name }) => sound(name))
    const collecting = actor.on('parcels.collected', ({ ids }) => collected(ids))
    const refusing = actor.on('commit.refused', () =>
      ports.notify({ tone: 'warning', titleKey: 'scan-session:commitRefused' }),
    )
    return () => {
      refusing.unsubscribe()
      judged.unsubscribe()
      collecting.unsubscribe()
    }
  }, [actor, ports])
  useEffect(() => {
    let { task, scans } = actor.getSnapshot().context
    let isTold = false
    const storing = actor.subscribe(({ context }) => {
      if (context.task === task && context.scans === scans) return
      task = context.task
      scans = context.scans
      if (storeSession(key, context) || isTold) return
      isTold = true
      ports.notify({ tone: 'warning', titleKey: 'scan-session:notKept' })
    })
    const onStorage = (event: StorageEvent) => {
      if (event.key === key) actor.send({ type: 'session.read', stored: readSession(key) })
    }
    window.addEventListener('storage', onStorage)
    return () => {
      storing.unsubscribe()
      window.removeEventListener('storage', onStorage)
    }
  }, [actor, key, ports])
  useEffect(() => {
    const onOnline = () => actor.send({ type: 'network.online' })
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [actor])
  useEffect(
    () =>
      onLive(({ resource, ids }) => {
        if (resource !== 'shippings') return
        const { scans } = actor.getSnapshot().context
        const changed = ids ?? scans.flatMap(({ parcel }) => (parcel === null ? [] : [parcel.id]))
        actor.send({ type: 'parcels.changed', ids: changed })
      }),
    [actor, onLive],
  )
  return actor
}

type Services = {
  api: Pick<Api, 'resolve' | 'scanned' | 'list'>
  country: CountryCode
  change: Workspace['ports']['change']
}

/** Binds the scan session to the API: parcels are looked up in batches and changed by one bulk call. */
const bindScanSession = ({ api, country, change }: Services): typeof scanSessionMachine =>
  scanSessionMachine.provide({
    actors: {
      lookUp: fromPromise<LookedUp, readonly string[]>(async ({ input: codes, signal }) => {
        const resolved = await api.resolve('shippings', codes, { country, signal, once: true })
        // A reference may have the digits of a code: the code counts.
        const found = [
          ...resolved.found,
          ...(await Promise.all(
            resolved.ambiguous.map(async ({ key }) => ({ key, id: (await api.scanned(key, { signal })).id })),
          )),
        ]
        const ids = found.map(({ id }) => id)
        const { items } =
          ids.length === 0
            ? { items: [] }
            : await api.list(
                'shippings',
                { where: { ids: ids.join() }, limit: ids.length },
                { signal, once: true },
              )
        const parcels = new Map(items.map((parcel) => [parcel.id, parcel]))
        const idOf = new Map(found.map(({ key, id }) => [key, id]))
        return codes.map((code) => ({ code, parcel: parcels.get(idOf.get(code) ?? '') ?? null }))
      }),
      commit: fromPromise<CommitEnd, CommitInput>(async ({ input: { task, parcels } }) => {
        const asked = scanChange(task)
        if (asked === null) return { kind: 'cancelled' }
        const [only] = parcels
        const subject =
          parcels.length === 1 && only !== undefined ? { number: only.number, name: only.customerName } : null
        // Scans were judged individually, so changes that need no confirmation elsewhere need none here.
        const confirmation = confirmationOf(asked.effect, parcels.length, true)
        const target = { ids: parcels.map(({ id }) => id) }
        return change({
          ...asked,
          verb: scanActions[task.action].verb ?? asked.effect,
          subject,
          resource: 'shippings',
          target,
          count: parcels.length,
          confirmation,
        })
      }),
    },
  })
