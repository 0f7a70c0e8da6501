import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { paths } from '../../domain/access/paths.ts'
import { ariaKeyShortcuts } from '../keyboard/keycaps.ts'
import { cx } from '../ui/cx.ts'
import { Tooltip } from '../ui/floating/tooltip.tsx'
import { BrandMark, brandName } from '../ui/icons/brand.tsx'
import { Icon } from '../ui/icons/icon.tsx'
import type { IconName } from '../ui/icons/icon-set.ts'
import { Avatar } from '../ui/icons/picture.tsx'
import { Keycap } from '../ui/kbd/keycap.tsx'
import { Menu } from '../ui/overlay/menu.tsx'
import type { MenuItem } from '../ui/overlay/menu-item.tsx'
import { BarButton } from './bar-button.tsx'

export type TopBarProps = {
  /** Dark by default, in either mode. */
  theme: 'light' | 'dark' | 'brand'
  onOpenPalette: () => void
  /** Shortcut shown on the palette button. */
  paletteKeys: string | undefined
  country?: ReactNode
  language?: ReactNode
  /** Progress of running jobs. */
  status?: ReactNode
  connection?: ReactNode
  user?: ReactNode
  /** Button of a closed menu; `isLayer`: the menu overlays the screen. */
  menu?: { isOpen: boolean; isLayer: boolean; onToggle: () => void }
}

/** Logo, palette button, connection, country, language, user. */
export const TopBar = ({ theme, onOpenPalette, paletteKeys, menu, ...slots }: TopBarProps) => {
  const { t } = useTranslation('shell')
  return (
    <header
      data-theme={theme}
      className="grid h-topbar grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-2 border-b border-line bg-topbar px-2 text-ink pointer-coarse:h-14 lg:grid-cols-[minmax(0,1fr)_minmax(0,27rem)_minmax(0,1fr)] lg:gap-4 lg:px-3"
    >
      <div className="flex items-center gap-1.5">
        {menu && (
          <BarButton
            aria-label={t('menu.open')}
            aria-haspopup={menu.isLayer ? 'dialog' : undefined}
            aria-expanded={menu.isOpen}
            onClick={menu.onToggle}
          >
            <Icon name="menu" size={18} />
          </BarButton>
        )}
        <Link
          to={paths.home()}
          className="hidden items-center gap-2 rounded-md p-1 font-semibold tracking-tight sm:flex"
        >
          <BrandMark />
          {brandName}
        </Link>
      </div>
      <PaletteTrigger keys={paletteKeys} onOpen={onOpenPalette} />
      <div className="flex min-w-0 items-center justify-end gap-0.5">
        {slots.status}
        {slots.connection}
        {slots.country}
        {slots.language}
        {slots.user}
      </div>
    </header>
  )
}

/** Button that opens the palette and shows its shortcut. */
const PaletteTrigger = ({ keys, onOpen }: { keys: string | undefined; onOpen: () => void }) => {
  const { t } = useTranslation('shell')
  return (
    <button
      type="button"
      onClick={onOpen}
      aria-haspopup="dialog"
      aria-keyshortcuts={keys && shortcutsOf(keys)}
      className="flex h-8 w-full max-w-108 min-w-0 items-center justify-self-center gap-2 rounded-md border border-line-strong bg-topbar-control px-2.5 text-left text-sm text-ink-muted hover:border-control hover:text-ink pointer-coarse:h-11"
    >
      <Icon name="search" size={14} />
      <span className="min-w-0 flex-1 truncate">{t('palette')}</span>
      {keys && <Keycap keys={keys} tone="filled" isDecoration className="max-sm:hidden" />}
    </button>
  )
}

/** `aria-keyshortcuts` for both platforms, if expressible. */
const shortcutsOf = (keys: string): string | undefined => {
  const shortcuts = [ariaKeyShortcuts(keys, 'other'), ariaKeyShortcuts(keys, 'mac')]
  return [...new Set(shortcuts.filter((one) => one !== undefined))].join(' ') || undefined
}

export type Connection = 'live' | 'connecting' | 'offline'

/** Visually hidden where there is no room. */
const quiet =
  'sr-only sm:max-lg:not-sr-only sm:max-lg:whitespace-nowrap bar:not-sr-only bar:whitespace-nowrap'

const faces: Record<Connection, { icon: IconName; className: string; wordClass: string }> = {
  live: { icon: 'zap', className: 'text-success', wordClass: 'sr-only' },
  connecting: { icon: 'refresh', className: 'text-warning', wordClass: quiet },
  offline: { icon: 'wifi-off', className: 'text-danger', wordClass: quiet },
}

/** Connection state: is the screen up to date? Shown only if not. */
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
  /** Why the country cannot be changed: some roles are bound to theirs. */
  whyNot?: string | null
}

/** Country of everything on screen. Shows its code, since flag emoji are not available everywhere. */
export const CountryPicker = ({ countries, value, onChange, whyNot }: CountryPickerProps) => {
  const { t } = useTranslation('shell')
  const current = countries.find((country) => country.code === value)
  // The accessible name includes the visible code, for voice control.
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
  /** Translated. */
  role: string
  /** Menu items: profile, appearance, help, sign out. */
  items: readonly MenuItem[]
}

/** The account menu. */
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
