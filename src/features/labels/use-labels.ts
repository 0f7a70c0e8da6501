import { useCallback, useEffect, useState } from 'react'
import type { Target } from '../../../domain/changes/changes.ts'
import type { Label } from '../../../domain/labels/label.ts'
import { type Failure, toFailure } from '../../../machines/failure.ts'
import { useWorkspace } from '../../workspace/workspace.ts'

type Read = { labels: readonly Label[] | null; failure: Failure | null }

/** The labels of these parcels, read again when one of them changes. `missing`: named parcels that are not among them. */
export const useLabels = (target: Target | null) => {
  const { api, onLive } = useWorkspace()
  const [read, setRead] = useState<Read>(nothing)
  const [turn, setTurn] = useState(0)
  const reload = useCallback(() => setTurn((turn) => turn + 1), [])
  const { labels, failure } = read

  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn reads anew.
  useEffect(() => {
    if (target === null) return setRead(nothing)
    const request = new AbortController()
    api.shippings.labels(target, { signal: request.signal }).then(
      ({ items }) => setRead({ labels: items, failure: null }),
      (error: unknown) => {
        if (request.signal.aborted) return
        // Labels that were read before stay: they may be printed without a network.
        setRead(({ labels }) => ({ labels, failure: labels === null ? toFailure(error) : null }))
      },
    )
    return () => request.abort()
  }, [api, target, turn])

  useEffect(
    () =>
      onLive(({ resource, ids }) => {
        const isMeant = ids === null || labels?.some(({ id }) => ids.includes(id))
        if (resource === 'shippings' && isMeant) reload()
      }),
    [onLive, labels, reload],
  )

  const named = target !== null && 'ids' in target ? new Set(target.ids).size : 0
  return { labels, failure, missing: labels === null ? 0 : Math.max(0, named - labels.length), reload }
}

const nothing: Read = { labels: null, failure: null }
