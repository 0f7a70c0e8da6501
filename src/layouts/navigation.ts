import type { MouseEvent } from 'react'
import type { IconName } from '../ui/icons/icon-set.ts'

/** One place in the menu. `keys` is the hint beside it, `g o`. */
export type NavigationItem = { id: string; label: string; icon: IconName; href: string; keys?: string }

export type NavigationGroup = {
  id: string
  label: string
  icon: IconName
  items: readonly NavigationItem[]
}

/** The menu as data: the shell knows neither the routes nor who may open them. */
export type Navigation = {
  groups: readonly NavigationGroup[]
  /** The id of the place that is open. */
  currentId: string | null
  /** Called as an item is followed, before the navigation. */
  onNavigate?: () => void
}

export const isCurrentGroup = ({ items }: NavigationGroup, currentId: string | null): boolean =>
  items.some(({ id }) => id === currentId)

/** A press that means "here": one with a modifier opens a tab and is the browser's. */
export const isPlainPress = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
