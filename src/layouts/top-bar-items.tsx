import { useTranslation } from 'react-i18next'
import { cx } from '../ui/cx.ts'
import { Tooltip } from '../ui/floating/tooltip.tsx'
import { Avatar } from '../ui/icons/avatar.tsx'
import { Icon } from '../ui/icons/icon.tsx'
import type { IconName } from '../ui/icons/icon-set.ts'
import { Menu } from '../ui/overlay/menu.tsx'
import type { MenuItem } from '../ui/overlay/menu-item.tsx'
import { BarButton } from './bar-button.tsx'

export type Connection = 'live' | 'connecting' | 'offline'

/** Where there is no room for it, it is said all the same. */
const quiet =
  'sr-only sm:max-lg:not-sr-only sm:max-lg:whitespace-nowrap bar:not-sr-only bar:whitespace-nowrap'

const faces: Record<Connection, { icon: IconName; className: string; wordClass: string }> = {
  live: { icon: 'zap', className: 'text-success', wordClass: 'sr-only' },
  connecting: { icon: 'refresh', className: 'text-warning', wordClass: quiet },
  offline: { icon: 'wifi-off', className: 'text-danger', wordClass: quiet },
}

/** Whether what is on screen is what is so. Quiet while it is; a word as soon as it is not. */
export const ConnectionState = ({ state }: { state: Connection }) => {
  const { t } = useTranslation('shell')
  const { icon, className, wordClass } = faces[state]
  const word = t(`connection.${state}`)
  return (
    <span role="status" title={word} className={cx('flex h-8 items-center gap-1.5 px-2 text-sm', className)}>
      <Icon name={icon} size={14} />
      <span className={wordClass}>{word}</span>
    </span>
  )
}

type CountryOption = { code: string; iso: string; name: string; currency?: string }

type CountryPickerProps = {
  countries: readonly CountryOption[]
  value: string
  onChange: (code: string) => void
  /** Why it cannot be changed: some roles work in their own country only. */
  whyNot?: string | null
}

/** The country that everything on screen belongs to. Its letters, not its flag: flags are not drawn everywhere. */
export const CountryPicker = ({ countries, value, onChange, whyNot }: CountryPickerProps) => {
  const { t } = useTranslation('shell')
  const current = countries.find((country) => country.code === value)
  // Voice control uses what is seen on the button: the letters are a part of its name.
  const label = t('country.current', { name: current ? `${current.iso} ${current.name}` : value })
  const face = (
    <>
      <span className="rounded-sm border border-line-strong px-1 text-2xs leading-4 font-semibold text-ink">
        {current?.iso ?? value}
      </span>{' '}
      <span className="hidden max-w-32 truncate lg:inline">{current?.name}</span>
    </>
  )
  if (whyNot) {
    return (
      <Tooltip text={whyNot}>
        <BarButton aria-disabled aria-label={label}>
          {face}
          <Icon name="lock" size={12} />
        </BarButton>
      </Tooltip>
    )
  }
  return (
    <Menu
      label={t('country.choose')}
      placement="bottom-end"
      trigger={
        <BarButton aria-label={label}>
          {face}
          <Icon name="chevron-down" size={12} />
        </BarButton>
      }
      items={countries.map((country) => ({
        id: country.code,
        label: country.name,
        detail: country.currency ? `${country.iso} · ${country.currency}` : country.iso,
        checked: country.code === value,
        onSelect: () => onChange(country.code),
      }))}
    />
  )
}

type UserMenuProps = {
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
