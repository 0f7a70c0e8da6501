import { type Role, resourceNames, scopeOf } from '../access/permissions.ts'
import type { Fields, Values } from '../lib/field.ts'
import type { RecordOf, Shapes } from '../lib/shape.ts'
import { cleanLine } from '../lib/typed/clean-text.ts'
import { storageLimits } from '../users/storage-limits.ts'

/** The lists that have views. */
export const viewedLists = [...resourceNames]

/**
 * What a person saves. `query` is the list's query string as it is in the address (filters, keyword, sort),
 * `columns` the ids of those shown, in their order, separated by commas.
 */
export const viewFields = {
  resource: { kind: 'choice', values: viewedLists, required: true },
  name: { kind: 'text', max: 80, required: true },
  query: { kind: 'text', max: 2000 },
  columns: { kind: 'text', max: 1000 },
  isShared: { kind: 'flag' },
} as const satisfies Fields

export type ViewInput = Values<typeof viewFields>

/** A person keeps at most this many. */
export const mostViews = storageLimits.views

/** Two views of one list differ in their names, whatever the case. */
export const isSameViewName = (one: string, other: string): boolean => nameKey(one) === nameKey(other)

const nameKey = (name: string): string => cleanLine(name).toLowerCase()

/** Whether a role puts views into the lists of others; the server's refusal is `FORBIDDEN`. */
export const mayShare = (role: Role): boolean => scopeOf(role, 'view.share') !== null

/** A view stays with the list that it was made for. */
export const viewUpdateFields = (({ resource: _, ...fields }) => fields)(viewFields) satisfies Fields

/** A saved view: its owner's alone, or with `isShared` everybody's who may read that list and whom `view.share` of its owner reaches; `isOwn` tells the reader. */
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
