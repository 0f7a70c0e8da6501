import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BrandMark } from '../ui/brand-mark.tsx'
import { brandName } from '../ui/brand-name.ts'
import { Icon } from '../ui/icon.tsx'
import { BarButton } from './bar-button.tsx'
import { PaletteTrigger } from './palette-trigger.tsx'

export type TopBarProps = {
  /** Dark whatever the page is, unless the reader wants otherwise. */
  theme?: 'light' | 'dark'
  onOpenPalette: () => void
  homeHref?: string
  onHome?: () => void
  country?: ReactNode
  language?: ReactNode
  connection?: ReactNode
  user?: ReactNode
  isMenuOpen: boolean
  onOpenMenu: () => void
}

/** Brand, palette, then what holds for the whole console: connection, country, language, who one is. */
export const TopBar = ({ theme = 'dark', onOpenPalette, isMenuOpen, onOpenMenu, ...slots }: TopBarProps) => {
  const { t } = useTranslation('shell')
  return (
    <header
      data-theme={theme}
      className="grid h-topbar grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-2 border-b border-line bg-topbar px-2 text-ink pointer-coarse:h-14 desk:grid-cols-[minmax(0,1fr)_minmax(0,27rem)_minmax(0,1fr)] desk:gap-4 desk:px-3"
    >
      <div className="flex items-center gap-1.5">
        <BarButton
          className="desk:hidden"
          aria-label={t('menu.open')}
          aria-haspopup="dialog"
          aria-expanded={isMenuOpen}
          onClick={onOpenMenu}
        >
          <Icon name="menu" size={18} />
        </BarButton>
        <a
          href={slots.homeHref ?? '/'}
          onClick={(event) => {
            if (!slots.onHome) return
            event.preventDefault()
            slots.onHome()
          }}
          className="hidden items-center gap-2 rounded-md p-1 font-semibold tracking-tight sm:flex"
        >
          <BrandMark />
          {brandName}
        </a>
      </div>
      <PaletteTrigger onOpen={onOpenPalette} />
      <div className="flex min-w-0 items-center justify-end gap-0.5">
        {slots.connection}
        {slots.country}
        {slots.language}
        {slots.user}
      </div>
    </header>
  )
}
