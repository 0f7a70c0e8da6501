import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MenuOverlay } from './menu-overlay.tsx'
import type { Navigation } from './navigation.ts'
import { SideMenu } from './side-menu.tsx'
import { TopBar, type TopBarProps } from './top-bar.tsx'
import { useDesk } from './use-desk.ts'
import { VerticalGrid } from './vertical-grid.tsx'

export type ShellProps = {
  layout?: Layout
  navigation: Navigation
  bar: Omit<TopBarProps, 'onOpenMenu' | 'isMenuOpen'>
  /** What stands over every screen: offline, stale. */
  banner?: ReactNode
  children: ReactNode
}

/** One shell, a grid for each layout. */
const grids = { vertical: VerticalGrid } as const

export type Layout = keyof typeof grids

const contentId = 'content'

/** The frame of every screen behind the gates: skip link, top bar, menu, content. */
export const Shell = ({ layout = 'vertical', navigation, bar, banner, children }: ShellProps) => {
  const { t } = useTranslation('shell')
  const [isMenuOpen, setMenuOpen] = useState(false)
  const isDesk = useDesk()
  const Grid = grids[layout]
  const goTo = (href: string) => {
    setMenuOpen(false)
    navigation.onNavigate(href)
  }
  const menu = <SideMenu {...navigation} onNavigate={goTo} />
  return (
    <>
      <a
        href={`#${contentId}`}
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-md bg-raised px-3 py-2 font-medium text-ink focus:translate-y-0 focus:shadow-float"
      >
        {t('skip')}
      </a>
      <Grid
        bar={<TopBar {...bar} isMenuOpen={isMenuOpen} onOpenMenu={() => setMenuOpen(true)} />}
        menu={isDesk ? menu : null}
        banner={banner}
        content={
          <main id={contentId} tabIndex={-1} className="flex min-h-0 min-w-0 flex-1 flex-col outline-none">
            {children}
          </main>
        }
      />
      <MenuOverlay open={isMenuOpen && !isDesk} onOpenChange={setMenuOpen}>
        {menu}
      </MenuOverlay>
    </>
  )
}
