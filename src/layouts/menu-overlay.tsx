import {
  FloatingFocusManager,
  FloatingOverlay,
  FloatingPortal,
  useDismiss,
  useFloating,
  useInteractions,
} from '@floating-ui/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Settings } from '../../machines/settings/settings-table.ts'
import { cx } from '../ui/cx.ts'
import { useFirstFocus } from '../ui/floating/use-first-focus.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { BrandMark } from '../ui/icons/brand-mark.tsx'
import { brandName } from '../ui/icons/brand-name.ts'

type MenuOverlayProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Over the whole screen however wide it is. */
  isWhole: boolean
  theme: Settings['sidebarTheme']
  children: ReactNode
}

/** The side menu where there is no side: it covers the screen, keeps the focus, and Escape gives both back. */
export const MenuOverlay = ({ open, onOpenChange, isWhole, theme, children }: MenuOverlayProps) => {
  const { t } = useTranslation(['shell', 'common'])
  const { refs, context } = useFloating({ open, onOpenChange })
  useFirstFocus(context, currentOf)
  const { getFloatingProps } = useInteractions([useDismiss(context)])
  if (!open) return null
  return (
    <FloatingPortal>
      <FloatingOverlay lockScroll className="z-40 bg-scrim">
        <FloatingFocusManager context={context} initialFocus={-1}>
          <div
            ref={refs.setFloating}
            {...getFloatingProps()}
            {...{ role: 'dialog', 'aria-modal': true, 'aria-label': t('menu.label') }}
            data-theme={theme === 'default' ? undefined : theme}
            className={cx(
              'flex h-full w-full animate-slide-in flex-col overflow-y-auto bg-canvas text-ink',
              !isWhole && 'sm:w-80 sm:shadow-float',
            )}
          >
            <div className="flex h-topbar shrink-0 items-center gap-2.5 border-b border-line px-3">
              <BrandMark />
              <span className="flex-1 font-semibold">{brandName}</span>
              <IconButton
                icon="x"
                label={t('common:close')}
                keys="Escape"
                onClick={() => onOpenChange(false)}
              />
            </div>
            {children}
          </div>
        </FloatingFocusManager>
      </FloatingOverlay>
    </FloatingPortal>
  )
}

/** Whoever opens the menu starts from where they are. */
const currentOf = (menu: HTMLElement): HTMLElement | null =>
  menu.querySelector<HTMLElement>('[aria-current]') ?? menu.querySelector('a')
