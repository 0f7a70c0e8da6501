import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { paths } from '../../domain/access/paths.ts'
import { BrandMark } from '../ui/icons/brand-mark.tsx'
import { brandName } from '../ui/icons/brand-name.ts'
import { Icon } from '../ui/icons/icon.tsx'
import { BarButton } from './bar-button.tsx'
import { PaletteTrigger } from './palette-trigger.tsx'

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
      className="grid h-topbar grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-2 border-b border-line bg-topbar px-2 text-ink pointer-coarse:h-14 desk:grid-cols-[minmax(0,1fr)_minmax(0,27rem)_minmax(0,1fr)] desk:gap-4 desk:px-3"
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
