import {
  Check,
  ChevronDown,
  CircleAlert,
  CornerDownLeft,
  Eye,
  EyeOff,
  Languages,
  type LucideIcon,
} from 'lucide-react'
import type { icons } from './icon-table.ts'

export type IconName = keyof typeof icons

/** Those of the login; the rest come with the console. */
const known: Partial<Record<IconName, LucideIcon>> = {
  alert: CircleAlert,
  check: Check,
  'chevron-down': ChevronDown,
  enter: CornerDownLeft,
  eye: Eye,
  'eye-off': EyeOff,
  languages: Languages,
}

export const knownIcon = (name: IconName): LucideIcon | undefined => known[name]

/** All of them, for what comes late and stands there at once. */
export const loadIcons = async (): Promise<void> => {
  const { icons } = await import('./icon-table.ts')
  knowIcons(icons)
}

export const knowIcons = (more: Partial<Record<IconName, LucideIcon>>): void => {
  Object.assign(known, more)
}
