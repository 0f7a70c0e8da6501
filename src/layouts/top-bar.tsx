import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { paths } from '../../domain/access/paths.ts'
import { ariaKeyShortcuts } from '../keyboard/keycaps.ts'
import { BrandMark, brandName } from '../ui/icons/brand.tsx'
import { Icon } from '../ui/icons/icon.tsx'
import { Keycap } from '../ui/kbd/keycap.tsx'
import { BarButton } from './bar-button.tsx'

export type TopBarProps = {
  /** Dark whatever the page is, unless the reader wants otherwise. */
  theme: 'light' | 'dark' | 'brand'
  onOpenPalette: () => void
  /** What opens the palette too. */
  paletteKeys: string | undefined
  country?: ReactNode
  language?: ReactNode
  /** How far long work is, while there is any. */
  status?: ReactNode
  connection?: ReactNode
  user?: ReactNode
  /** Where the menu waits to be opened; `isLayer` where it then lies over the screen. */
  menu?: { isOpen: boolean; isLayer: boolean; onToggle: () => void }
}

/** Brand, palette, then what holds for the whole console: connection, country, language, who one is. */
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

/** The door to the palette for those who do not know its key yet; it teaches the key. */
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

/** On either kind of machine, where the standard can express them. */
const shortcutsOf = (keys: string): string | undefined => {
  const shortcuts = [ariaKeyShortcuts(keys, 'other'), ariaKeyShortcuts(keys, 'mac')]
  return [...new Set(shortcuts.filter((one) => one !== undefined))].join(' ') || undefined
}
