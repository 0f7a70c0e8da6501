import { useEffect, useState } from 'react'
import { countries } from '../../../domain/countries.ts'
import { dayOf, startOfDay } from '../../../domain/lib/zone-clock.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { sittingOf } from './sitting.ts'

const outcomes = 'order.confirm,order.cancel,order.not-reachable'

/** How many outcomes the person wrote today before this sitting, without those undone; null until it is known. */
export const useDoneToday = (): number | null => {
  const { api, user, country } = useWorkspace()
  const [done, setDone] = useState<number | null>(null)
  useEffect(() => {
    const request = new AbortController()
    const { timeZone } = countries[country]
    const from = startOfDay(dayOf(new Date(), timeZone), timeZone).toISOString()
    const earlier = sittingOf(`${user.id} ${country}`).handled.filter(
      ({ decision }) => decision !== null,
    ).length
    api.changes
      .list(
        {
          where: {
            country,
            actor: user.id,
            resource: 'orders',
            verb: outcomes,
            from,
            isInEffect: 'true',
          },
          limit: 1,
        },
        { signal: request.signal },
      )
      // Those of the sitting that goes on are counted by the sitting.
      .then(({ total }) => setDone(Math.max(0, total - earlier)))
      .catch(() => undefined)
    return () => request.abort()
  }, [api, user.id, country])
  return done
}
