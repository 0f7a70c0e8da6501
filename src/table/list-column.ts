import type { ReactNode } from 'react'

/**
 * Place in a narrow row: `picture` and `end` (a button before the menu's) span all lines; `title` and `side` are the ends of the
 * first line; `detail`, `line` (one column, an address) and `meta` follow, one line each.
 */
export const narrowPlaces = ['picture', 'title', 'side', 'detail', 'line', 'meta', 'end'] as const
export type NarrowPlace = (typeof narrowPlaces)[number]

/** A column definition. Use module constants: a new array renders every row. */
export type ListColumn<T> = {
  readonly id: string
  /** Locale key of the heading. */
  readonly header: string
  /** In pixels, until the content is measured or the user resizes it; for texts also the maximum automatic width. */
  readonly width: number
  /** Minimum width to which a text may shrink. */
  readonly minWidth?: number
  /** May be moved out of view if space is short; must be among the last columns. */
  readonly givesWay?: boolean
  readonly align?: 'start' | 'center' | 'end'
  readonly cell: (record: T) => ReactNode
  /** The API's sort field. */
  readonly sortKey?: string
  /** Its filter in the box, where that is not called like the column. */
  readonly filter?: string
  /** Stays at the left while scrolling, as far as there is room. */
  readonly pinned?: boolean
  /** Hidden by default. */
  readonly hidden?: boolean
  /** Money: if all rows have one currency, the heading shows it. */
  readonly isMoney?: boolean
  /** Its place in narrow rows, which have two lines, more with details and a `line`; other columns are hidden there. */
  readonly narrow?: NarrowPlace
  /** Action of a click on the cell's content, for users who may do it. */
  readonly action?: ColumnAction
}

/** Opens the record, the choice of its status, or takes the offer. */
export const columnActions = ['open', 'status', 'take'] as const
export type ColumnAction = (typeof columnActions)[number]
