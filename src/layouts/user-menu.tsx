import { useTranslation } from 'react-i18next'
import { Menu } from '../ui/menu.tsx'
import type { MenuItem } from '../ui/menu-item.ts'
import { BarButton } from './bar-button.tsx'

export type UserMenuProps = {
  name: string
  /** The role as a word. */
  role: string
  /** Theme, help, sign out: whatever the app puts there. */
  items: readonly MenuItem[]
}

/** Who one is, and what one can do about it. */
export const UserMenu = ({ name, role, items }: UserMenuProps) => {
  const { t } = useTranslation('shell')
  return (
    <Menu
      label={t('user.menu')}
      placement="bottom-end"
      trigger={
        <BarButton aria-label={t('user.current', { name })} className="px-1">
          <span className="flex size-6 items-center justify-center rounded-full bg-accent text-2xs font-semibold text-on-accent">
            {initials(name)}
          </span>
        </BarButton>
      }
      items={[{ id: 'who', heading: `${name} · ${role}` }, { id: 'line', separator: true }, ...items]}
    />
  )
}

/** `Awa Koné` -> `AK`, `Awa` -> `A`. */
const initials = (name: string): string => {
  const words = name.trim().split(/\s+/)
  const last = words.length > 1 ? (words.at(-1)?.[0] ?? '') : ''
  return ((words[0]?.[0] ?? '') + last).toUpperCase()
}
