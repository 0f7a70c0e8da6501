import { type RefObject, useEffect, useRef } from 'react'
import type { ResourceName, ResourceRecords } from '../../../domain/resources.ts'
import { useWorkspace } from '../../workspace/workspace.ts'

/** The record as it is by now, whoever changed it: for commands. The form goes on with what it has read. */
export function usePresent<R extends ResourceName>(
  resource: R,
  record: ResourceRecords[R] | null,
): RefObject<ResourceRecords[R] | null> {
  const { api, onLive } = useWorkspace()
  const present = useRef(record)
  const id = record?.id
  useEffect(() => {
    if (id === undefined) return
    const controller = new AbortController()
    const stop = onLive((event) => {
      if (event.resource !== resource || !event.ids?.includes(id)) return
      api
        .one(resource, id, { signal: controller.signal })
        .then((read) => {
          present.current = read
        })
        // The server says no to what only the older one allows.
        .catch(() => undefined)
    })
    return () => {
      stop()
      controller.abort()
    }
  }, [api, onLive, resource, id])
  return present
}
