import { useEffect, useState } from 'react'
import { type IconName, knownIcon, loadIcons } from './icon-set.ts'

export type IconProps = {
  name: IconName
  /** In pixels; 16 fits a line of text. */
  size?: number
  className?: string
  /** Only where the icon stands alone; beside a word it is decoration. */
  label?: string
}

/** An icon by name, so that commands and menus can be plain data. */
export const Icon = (props: IconProps) => {
  const { name, size = 16, className = '', label } = props
  const Glyph = knownIcon(name)
  if (Glyph === undefined) return <LateIcon {...props} />
  return (
    <Glyph
      size={size}
      strokeWidth={size <= 14 ? 2 : 1.75}
      className={`shrink-0 ${className}`}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    />
  )
}

/** One that nobody has made known: its place until all of them are fetched. */
const LateIcon = (props: IconProps) => {
  const [isHere, setHere] = useState(false)
  useEffect(() => {
    loadIcons().then(
      () => setHere(true),
      () => undefined,
    )
  }, [])
  if (isHere) return <Icon {...props} />
  const { size = 16, className = '' } = props
  return <svg width={size} height={size} aria-hidden="true" className={`shrink-0 ${className}`} />
}
