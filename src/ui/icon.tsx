import { icons } from './icon-table.ts'

export type IconName = keyof typeof icons

export type IconProps = {
  name: IconName
  /** In pixels; 16 fits a line of text. */
  size?: number
  className?: string
  /** Only where the icon stands alone; beside a word it is decoration. */
  label?: string
}

/** An icon by name, so that commands and menus can be plain data. */
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
