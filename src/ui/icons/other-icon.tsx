import type { LucideProps } from 'lucide-react'
import { type IconName, icons } from './icon-set.ts'

export type OtherIconProps = LucideProps & { name: IconName }

/** Any icon; loads the module of all. */
const OtherIcon = ({ name, ...rest }: OtherIconProps) => {
  const Glyph = icons[name]
  return <Glyph {...rest} />
}

export default OtherIcon
