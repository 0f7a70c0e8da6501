import { type Role, resourceNames, scopeOf } from '../access/permissions.ts'
import type { Fields, Values } from '../lib/field.ts'
import type { RecordOf, Shapes } from '../lib/shape.ts'
import { cleanLine } from '../lib/typed/clean-text.ts'
import { storageLimits } from '../users/storage-limits.ts'

/** In an address: no view, also where the person has a default one. */
export const wholeList = 'all'

export const viewedLists = [...resourceNames]

/**
 * A saved view. `query`: the list's query string as in the address bar (filters, keyword, sort); `columns`: ids of the visible
 * columns in order, comma-separated.
 */
export const viewFields = {
  resource: { kind: 'choice', values: viewedLists, required: true },
  name: { kind: 'text', max: 80, required: true },
  query: { kind: 'text', max: 2000 },
  columns: { kind: 'text', max: 1000 },
  isShared: { kind: 'flag' },
} as const satisfies Fields

export type ViewInput = Values<typeof viewFields>

export const mostViews = storageLimits.views

/** View names of one list are unique, ignoring case. */
export const isSameViewName = (one: string, other: string): boolean => nameKey(one) === nameKey(other)

const nameKey = (name: string): string => cleanLine(name).toLowerCase()

/** Whether a role may share views with others; else the server answers `FORBIDDEN`. */
export const mayShare = (role: Role): boolean => scopeOf(role, 'view.share') !== null

/** The list of a view is fixed. */
export const viewUpdateFields = (({ resource: _, ...fields }) => fields)(viewFields) satisfies Fields

/**
 * A saved view: private to its owner, or with `isShared` visible to everybody who may read the list and is within the scope of
 * the owner's `view.share`. `isOwn`: whether the reader owns it.
 */
export const viewShapes = {
  id: { kind: 'id' },
  version: { kind: 'integer' },
  resource: { kind: 'choice', values: viewedLists },
  name: { kind: 'text' },
  query: { kind: 'text' },
  columns: { kind: 'text', nullable: true },
  isShared: { kind: 'flag' },
  isOwn: { kind: 'flag' },
  owner: { kind: 'id' },
  ownerName: { kind: 'text' },
  createdAt: { kind: 'instant' },
  updatedAt: { kind: 'instant' },
} as const satisfies Shapes

export type View = RecordOf<typeof viewShapes>
