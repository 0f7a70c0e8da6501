import { useEffect, useState } from 'react'
import type { ResourceName } from '../../../domain/resources.ts'
import { useWorkspace } from '../../workspace/workspace.ts'

/** What others did to the record that is being edited. */
export type RecordNews = 'changed' | 'deleted' | null

/** Listens for what happens to one record, from anybody, while it is open; null for a new one. */
export const useRecordNews = (resource: ResourceName, id: string | null): RecordNews => {
  const { onLive, user } = useWorkspace()
  const [news, setNews] = useState<RecordNews>(null)
  useEffect(() => {
    if (id === null) return
    return onLive((event) => {
      if (event.resource !== resource || !event.ids?.includes(id)) return
      if (event.verb.endsWith('.delete')) setNews('deleted')
      // One's own save is told on the way back to the list.
      else if (event.actor !== user.id) setNews('changed')
    })
  }, [onLive, resource, id, user.id])
  return news
}
