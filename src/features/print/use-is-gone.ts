import { useEffect, useState } from 'react'
import type { ResourceName } from '../../../domain/resources.ts'
import { useWorkspace } from '../../workspace/workspace.ts'

/** Whether a record was deleted or undone while its paper is open: it must not be signed. */
export const useIsGone = (of: ResourceName, id: string): boolean => {
  const { api, onLive } = useWorkspace()
  const [isGone, setGone] = useState(false)
  useEffect(() => {
    const request = new AbortController()
    const look = () =>
      api
        .list(of, { where: { ids: id }, limit: 1 }, { signal: request.signal })
        .then(({ total }) => setGone(total === 0))
        // Unknown: assume it is valid.
        .catch(() => undefined)
    const stop = onLive(({ resource, ids }) => {
      if (resource === of && (ids === null || ids.includes(id))) void look()
    })
    return () => {
      request.abort()
      stop()
    }
  }, [api, onLive, of, id])
  return isGone
}
