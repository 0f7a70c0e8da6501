import type { ResourceName } from '../../../domain/resources.ts'
import { type BuiltInView, builtInViews } from '../../../domain/views/built-in-views.ts'
import type { View } from '../../../domain/views/view.ts'

/** Where a view leads: a list's filter and order, as its link has them. */
export type ViewPlace = { query: string; sort: string | null }

/** A view's query string and the place that it stands for, one way and the other. */
export const writePlace = ({ query, sort }: ViewPlace): string => {
  const text = new URLSearchParams()
  if (query !== '') text.set('q', query)
  if (sort !== null) text.set('sort', sort)
  return text.toString()
}

export const readPlace = (text: string): ViewPlace => {
  const parameters = new URLSearchParams(text)
  return { query: parameters.get('q') ?? '', sort: parameters.get('sort') }
}

/** The view that a link names, with its place. A saved one that is not there (any more) is none. */
export type NamedView = { place: ViewPlace } & (
  | { id: string; saved: View; labelKey?: never }
  | { id: string; saved: null; labelKey: string }
)

export const findView = (
  resource: ResourceName,
  saved: readonly View[],
  id: string | null,
): NamedView | null => {
  if (id === null) return null
  const own = saved.find((view) => view.id === id)
  if (own) return { id, saved: own, place: readPlace(own.query) }
  const builtIns: readonly BuiltInView[] = builtInViews[resource]
  const builtIn = builtIns.find((view) => view.id === id)
  if (builtIn === undefined) return null
  const { query, sort = null } = builtIn
  return { id, saved: null, labelKey: builtInLabel(resource, id), place: { query, sort } }
}

export const builtInLabel = (resource: ResourceName, id: string): string => `views:builtIn.${resource}.${id}`
