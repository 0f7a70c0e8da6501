import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Settings } from '../../machines/settings/settings-machine.ts'
import { IconButton } from '../ui/buttons/icon-button.tsx'
import { cx } from '../ui/cx.ts'
import { BrandMark, brandName } from '../ui/icons/brand.tsx'
import { ModalOverlay } from '../ui/overlay/modal-overlay.tsx'

type MenuOverlayProps = {
  onClose: () => void
  /** Covers the screen at any width. */
  isWhole: boolean
  theme: Settings['sidebarTheme']
  children: ReactNode
}

/** The side menu as a modal overlay, open while rendered. */
export const MenuOverlay = ({ onClose, isWhole, theme, children }: MenuOverlayProps) => {
  const { t } = useTranslation(['shell', 'common'])
  return (
    <ModalOverlay
      onClose={onClose}
      initialFocus={currentPlace}
      aria-label={t('menu.label')}
      data-theme={theme === 'default' ? undefined : theme}
      overlayClassName="z-40"
      className={cx(
        'flex h-full w-full animate-slide-in flex-col overflow-y-auto bg-canvas text-ink',
        !isWhole && 'sm:w-80 sm:shadow-float',
      )}
    >
      <div className="flex h-topbar shrink-0 items-center gap-2.5 border-b border-line px-3">
        <BrandMark />
        <span className="flex-1 font-semibold">{brandName}</span>
        <IconButton icon="x" label={t('common:close')} keys="Escape" onClick={onClose} />
      </div>
      {children}
    </ModalOverlay>
  )
}

/** Initial focus: the current item. */
const currentPlace = (menu: HTMLElement): HTMLElement | null =>
  menu.querySelector<HTMLElement>('[aria-current]') ?? menu.querySelector('a')
