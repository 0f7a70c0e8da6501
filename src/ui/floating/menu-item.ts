import type { IconName } from '../icons/icon-set.ts'

export type MenuAction = {
  id: string
  label: string
  icon?: IconName
  keys?: string
  /** A second, quieter line. */
  detail?: string
  danger?: boolean
  /** Given, the item is one of a choice and this says whether it is the one. */
  checked?: boolean
  /** Shown instead of running: the reason why not. */
  whyNot?: string | null
  /** Given, the item is a link: it can be opened in a tab, and a plain press still runs `onSelect`. */
  href?: string
  /** The link to where one is. */
  isCurrent?: boolean
  onSelect: () => void
}

export type MenuItem = MenuAction | { id: string; heading: string } | { id: string; separator: true }

/** Opened with a pointer nothing is chosen yet; from the keyboard the first item is, by Arrow Up the last. */
export type MenuStart = 'nothing' | 'first' | 'last'

export const isAction = (item: MenuItem): item is MenuAction => 'onSelect' in item
