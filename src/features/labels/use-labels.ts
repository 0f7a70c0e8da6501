import { useCallback, useEffect, useState } from 'react'
import type { Target } from '../../../domain/changes/changes.ts'
import type { Label } from '../../../domain/labels/label.ts'
import { unlabelledStatuses } from '../../../domain/labels/policy.ts'
import type { Where } from '../../../domain/lib/filter.ts'
import type { Shipping } from '../../../domain/shippings/shipping.ts'
import { codeOf, type Failure, toFailure } from '../../../machines/failure.ts'
import type { Api } from '../../api/create-api.ts'
import { useWorkspace } from '../../workspace/workspace.ts'

/** Chosen parcels without a label: number, and the first few. */
export type Unlabelled = { count: number; first: readonly Pick<Shipping, 'number' | 'status'>[] }

type Read = { labels: readonly Label[] | null; failure: Failure | null; unlabelled: Unlabelled }

/** Labels of parcels, refetched on changes. */
export const useLabels = (target: Target | null) => {
  const { api, onLive } = useWorkspace()
  const [read, setRead] = useState<Read>(nothing)
  const [turn, setTurn] = useState(0)
  const reload = useCallback(() => setTurn((turn) => turn + 1), [])
  const { labels } = read

  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn reads anew.
  useEffect(() => {
    if (target === null) return setRead(nothing)
    const request = new AbortController()
    const { signal } = request
    readLabels(api, target, signal)
      .then(async (labels) => {
        setRead(({ unlabelled }) => ({ labels, failure: null, unlabelled }))
        const unlabelled = await readUnlabelled(api, target, labels, signal)
        if (!signal.aborted) setRead((read) => ({ ...read, unlabelled }))
      })
      .catch((error: unknown) => {
        if (signal.aborted) return
        // Keeps loaded labels, which can be printed offline.
        setRead(({ labels, unlabelled }) => ({
          labels,
          failure: labels === null ? toFailure(error) : null,
          unlabelled,
        }))
      })
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
  return { ...read, reload }
}

const nothing: Read = { labels: null, failure: null, unlabelled: { count: 0, first: [] } }

/** `NOT_FOUND` if no parcel has a label or is visible: an empty result here. */
const readLabels = (api: Api, target: Target, signal: AbortSignal): Promise<readonly Label[]> =>
  api.shippings.labels(target, { signal }).then(
    ({ items }) => items,
    (error: unknown) => {
      if (codeOf(error) !== 'NOT_FOUND') throw error
      return []
    },
  )

/** Number of parcels listed by name. */
const MAX_NAMED = 5
/** Maximum number of ids read. */
const MAX_READ = 100

const readUnlabelled = async (
  api: Api,
  target: Target,
  labels: readonly Label[],
  signal: AbortSignal,
): Promise<Unlabelled> => {
  const read = (where: Where, limit: number) =>
    api.list('shippings', { where, skip: 0, limit, sort: 'number' }, { signal })
  if ('ids' in target) {
    const known = new Set(labels.map(({ id }) => id))
    const ids = [...new Set(target.ids)].filter((id) => !known.has(id))
    if (ids.length === 0) return nothing.unlabelled
    // Offline: counted without numbers.
    const { items } = await read({ ids: ids.join() }, MAX_NAMED).catch(() => ({ items: [] }))
    return { count: ids.length, first: items }
  }
  const asked = target.where.status?.split(',')
  const statuses = unlabelledStatuses.filter((status) => asked?.includes(status) ?? true)
  if (statuses.length === 0) return nothing.unlabelled
  const { items, total } = await read({ ...target.where, status: statuses.join() }, MAX_READ).catch(() => ({
    items: [],
    total: 0,
  }))
  const left = items.filter(({ id }) => !target.except?.includes(id))
  return { count: total - (items.length - left.length), first: left.slice(0, MAX_NAMED) }
}
