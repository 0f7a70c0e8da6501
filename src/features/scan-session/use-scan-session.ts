import { useActorRef } from '@xstate/react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { scanSessionMachine } from '../../../machines/scan-session/scan-session-machine.ts'
import type { ScanSound } from '../../../machines/scan-session/scan-session-types.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { bindScanSession } from './bind-scan-session.ts'
import { playSound } from './play-sound.ts'
import { readSession, sessionKey, storeSession } from './stored-session.ts'

export type ScanSessionActor = ActorRefFrom<typeof scanSessionMachine>

/**
 * Runs the scan session of this person on this device: what was scanned before a reload is there again, other tabs show the
 * same. Calls `onCollected` with the parcels that are only to be selected.
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
    return () => {
      judged.unsubscribe()
      collecting.unsubscribe()
    }
  }, [actor])
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
