import { type IconName, icons } from './icon-set.ts'

export type IconProps = {
  name: IconName
  /** In pixels; 16 fits a line of text. */
  size?: number
  className?: string
  /** Set only where the icon stands alone; beside a word it is decoration. */
  label?: string
}

/** A Lucide icon by name, so that commands, places and statuses can be plain data. */
export const Icon = ({ name, size = 16, className = '', label }: IconProps) => {
  const Glyph = icons[name]
  return (
    <Glyph
      size={size}
      strokeWidth={size <= 14 ? 2 : 1.75}
      className={`shrink-0 ${className}`}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    />
  )
}
