import { fromPromise } from 'xstate'
import { isConfirmed } from '../../../domain/changes/change-verbs.ts'
import type { CountryCode } from '../../../domain/core/countries.ts'
import { scanActions, scanChange } from '../../../domain/scans/scan-session.ts'
import { scanSessionMachine } from '../../../machines/scan-session/scan-session-machine.ts'
import type { CommitEnd, CommitInput, LookedUp } from '../../../machines/scan-session/scan-session-types.ts'
import type { Api } from '../../api/create-api.ts'
import type { Workspace } from '../../workspace/workspace.ts'

type Services = {
  api: Pick<Api, 'resolve' | 'scanned' | 'list'>
  country: CountryCode
  change: Workspace['ports']['change']
}

/** The scan session over the api: parcels are read many at once, and changed by one bulk call. */
export const bindScanSession = ({ api, country, change }: Services): typeof scanSessionMachine =>
  scanSessionMachine.provide({
    actors: {
      lookUp: fromPromise<LookedUp, readonly string[]>(async ({ input: codes, signal }) => {
        const resolved = await api.resolve('shippings', codes, { country, signal, once: true })
        // Somebody's own reference may have the digits of a code: the code is what was scanned.
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
        // Each scan was judged as it was made: what is made at once elsewhere is not asked for again.
        const confirmed = !isConfirmed(asked.effect, parcels.length)
        const target = { ids: parcels.map(({ id }) => id) }
        return change({
          ...asked,
          verb: scanActions[task.action].verb ?? asked.effect,
          subject,
          resource: 'shippings',
          target,
          count: parcels.length,
          confirmed,
        })
      }),
    },
  })
