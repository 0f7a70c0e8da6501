import type { IconName } from './icon.tsx'

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
  onSelect: () => void
}

export type MenuItem = MenuAction | { id: string; heading: string } | { id: string; separator: true }

export const isAction = (item: MenuItem): item is MenuAction => 'onSelect' in item
