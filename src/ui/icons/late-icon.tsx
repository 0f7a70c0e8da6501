import type { LucideProps } from 'lucide-react'
import { type IconName, icons } from './icon-set.ts'

export type LateIconProps = LucideProps & { name: IconName }

/** Any icon, with the module of all. */
const LateIcon = ({ name, ...rest }: LateIconProps) => {
  const Glyph = icons[name]
  return <Glyph {...rest} />
}

export default LateIcon
