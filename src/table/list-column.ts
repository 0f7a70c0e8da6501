import type { ReactNode } from 'react'

/**
 * `picture` is before all lines. `title` and `side` are the first line's ends, `detail` and `meta` follow one another, each
 * on a line of its own.
 */
export const narrowPlaces = ['picture', 'title', 'side', 'detail', 'meta'] as const
export type NarrowPlace = (typeof narrowPlaces)[number]

/** A column as data. Constants at module scope: a new array renders every row again. */
export type ListColumn<T> = {
  readonly id: string
  /** Locale key of the heading. */
  readonly header: string
  /** In pixels, until its content has been measured or the column is resized; for texts also the maximum automatic width. */
  readonly width: number
  /** A text may be narrowed to this where the list has little room. */
  readonly minWidth?: number
  /** Among the last: out of view where there is little room for the texts before it. */
  readonly givesWay?: boolean
  readonly align?: 'start' | 'center' | 'end'
  readonly cell: (record: T) => ReactNode
  /** The field that the server sorts by. */
  readonly sortKey?: string
  /** Stays at the left while the others scroll, as far as there is room. */
  readonly pinned?: boolean
  /** Hidden by default. */
  readonly hidden?: boolean
  /** Amounts: the heading names the currency where the whole list has one. */
  readonly isMoney?: boolean
  /** Its place on a narrow screen, whose rows have two lines, or three with details; other columns are hidden there. */
  readonly narrow?: NarrowPlace
  /** What a click on a cell's content does, for users who may do it. */
  readonly action?: ColumnAction
}

/** Opens the record or the choice of its status, or takes the offer. */
export const columnActions = ['open', 'status', 'take'] as const
export type ColumnAction = (typeof columnActions)[number]
