import type { LucideIcon } from 'lucide-react'
import { type ComponentType, createContext, lazy, Suspense, use } from 'react'
import { importWithRetry } from '../../lazy/import-with-retry.ts'
import { firstIcons } from './first-icons.ts'
import type { IconName } from './icon-set.ts'
import type { LateIconProps } from './late-icon.tsx'

export type IconProps = {
  name: IconName
  /** In pixels; 16 fits a line of text. */
  size?: number
  className?: string
  /** Set only where the icon stands alone; beside a word it is decoration. */
  label?: string
}

/**
 * The icons that are loaded. Public pages start with the few that they draw; the console and the embedded palette provide
 * the whole set.
 */
export const IconsContext = createContext<Partial<Record<IconName, LucideIcon>>>(firstIcons)

/** A Lucide icon by name, so that commands, places and statuses can be plain data. */
export const Icon = ({ name, size = 16, className = '', label }: IconProps) => {
  const Glyph = use(IconsContext)[name]
  const look = {
    size,
    strokeWidth: size <= 14 ? 2 : 1.75,
    className: `shrink-0 ${className}`,
    ...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }),
  }
  if (Glyph !== undefined) return <Glyph {...look} />
  const { size: side, strokeWidth, ...rest } = look
  return (
    <Suspense fallback={<svg width={side} height={side} {...rest} />}>
      <LateIcon name={name} {...look} />
    </Suspense>
  )
}

/** An icon of a public page that is not among its first. Where the set cannot be loaded, nothing is drawn. */
const LateIcon = lazy<ComponentType<LateIconProps>>(() =>
  importWithRetry(() => import('./late-icon.tsx')).catch(() => ({ default: () => null })),
)
