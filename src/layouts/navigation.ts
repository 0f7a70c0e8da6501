import type { MouseEvent } from 'react'
import type { IconName } from '../ui/icons/icon-set.ts'

/** A menu item. `keys`: shortcut hint, `g o`. `badge`: how many things wait there, and in words. */
export type NavigationItem = {
  id: string
  label: string
  icon: IconName
  href: string
  keys?: string
  badge?: { count: number; label: string }
}

export type NavigationGroup = {
  id: string
  label: string
  icon: IconName
  items: readonly NavigationItem[]
}

/** The menu as data: the shell knows neither routes nor permissions. */
export type Navigation = {
  groups: readonly NavigationGroup[]
  currentId: string | null
  /** Called before the navigation of a followed item. */
  onNavigate?: () => void
}

export const isCurrentGroup = ({ items }: NavigationGroup, currentId: string | null): boolean =>
  items.some(({ id }) => id === currentId)

/** A press without modifiers; others open a tab and are left to the browser. */
export const isPlainPress = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
