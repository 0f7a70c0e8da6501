import { useTranslation } from 'react-i18next'
import { Avatar } from '../ui/icons/avatar.tsx'
import { Menu } from '../ui/overlay/menu.tsx'
import type { MenuItem } from '../ui/overlay/menu-item.tsx'
import { BarButton } from './bar-button.tsx'

export type UserMenuProps = {
  name: string
  /** The role as a word. */
  role: string
  /** Profile, appearance, help, sign out: whatever the app puts there. */
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
          <Avatar name={name} />
        </BarButton>
      }
      items={[{ id: 'who', heading: `${name} · ${role}` }, { id: 'line', separator: true }, ...items]}
    />
  )
}
