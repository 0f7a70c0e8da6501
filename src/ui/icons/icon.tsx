import type { LucideIcon } from 'lucide-react'
import { type ComponentType, createContext, Suspense, use } from 'react'
import { firstIcons } from './first-icons.ts'
import type { IconName } from './icon-set.ts'
import type { OtherIconProps } from './other-icon.tsx'

export type IconProps = {
  name: IconName
  /** Pixels; 16 fits a line of text. */
  size?: number
  className?: string
  /** Only if the icon stands alone; beside a label it is decorative. */
  label?: string
}

export type LoadedIcons = {
  icons: Partial<Record<IconName, LucideIcon>>
  /** Renders icons that are not loaded; null if all are. */
  Other: ComponentType<OtherIconProps> | null
}

/** Public pages start with a few icons; console and embedded palette provide all. */
export const IconsContext = createContext<LoadedIcons>({ icons: firstIcons, Other: null })

/** A Lucide icon by name. */
export const Icon = ({ name, size = 16, className = '', label }: IconProps) => {
  const { icons, Other } = use(IconsContext)
  const Glyph = icons[name]
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
      {Other && <Other name={name} {...look} />}
    </Suspense>
  )
}
