import { useAtom } from '@xstate/store-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOpenedMenu, menuLookOf } from '../../machines/settings/settings-rules.ts'
import type { Settings } from '../../machines/settings/settings-table.ts'
import { lazyWithPreload } from '../lazy/lazy-with-preload.tsx'
import { usePreload } from '../lazy/use-preload.ts'
import { isWideScreen } from '../stores/browser.ts'
import { Grid } from './grid.tsx'
import type { Navigation } from './navigation.ts'
import { ShellMenu } from './shell-menu.tsx'
import { TopBar, type TopBarProps } from './top-bar.tsx'
import type { Person } from './user-card.tsx'

const MenuOverlay = lazyWithPreload(async () => ({
  default: (await import('./menu-overlay.tsx')).MenuOverlay,
}))
const lazyParts = [MenuOverlay]

export type ShellProps = {
  settings: Settings
  navigation: Navigation
  person: Person
  bar: Omit<TopBarProps, 'theme' | 'menu'>
  /** What stands over every screen: offline, a new version. */
  banner?: ReactNode
  /** The settings beside the content. Left out where there is no room. */
  panel?: ReactNode
  children: ReactNode
}

const contentId = 'content'

/** The frame of every screen behind the gates: skip link, top bar, menu, content, settings. */
export const Shell = ({ settings, navigation, person, bar, banner, panel, children }: ShellProps) => {
  const { t } = useTranslation('shell')
  const [isMenuOpen, setMenuOpen] = useState(false)
  const isWide = useAtom(isWideScreen)
  usePreload(lazyParts)
  const look = menuLookOf(settings, isWide)
  const isOpened = isOpenedMenu(look)
  const isLayer = look === 'overlay' || look === 'fullscreen'
  // What was opened in one shape is not left open in another.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the shape counts.
  useEffect(() => setMenuOpen(false), [look])
  const closeLayer = () => {
    if (isLayer) setMenuOpen(false)
  }
  const menu = (
    <ShellMenu
      navigation={{ ...navigation, onNavigate: closeLayer }}
      settings={settings}
      look={look}
      person={person}
    />
  )
  const isInPlace = !isLayer && (!isOpened || isMenuOpen)
  return (
    <>
      <a
        href={`#${contentId}`}
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-md bg-raised px-3 py-2 font-medium text-ink focus:translate-y-0 focus:shadow-float print:hidden"
      >
        {t('skip')}
      </a>
      <Grid
        layout={settings.layout}
        isBoxed={settings.width === 'boxed'}
        isMenuFixed={settings.menuPosition === 'fixed'}
        bar={
          <TopBar
            {...bar}
            theme={settings.topbarTheme}
            menu={
              isOpened ? { isOpen: isMenuOpen, isLayer, onToggle: () => setMenuOpen(!isMenuOpen) } : undefined
            }
          />
        }
        menu={isInPlace ? menu : null}
        banner={<div className="print:hidden">{banner}</div>}
        panel={isWide ? panel : null}
        content={
          <main
            id={contentId}
            tabIndex={-1}
            className="flex min-h-0 min-w-0 flex-1 flex-col outline-none print:block"
          >
            {children}
          </main>
        }
      />
      {isMenuOpen && isLayer && (
        <MenuOverlay
          isWhole={look === 'fullscreen'}
          theme={settings.sidebarTheme}
          onClose={() => setMenuOpen(false)}
        >
          {menu}
        </MenuOverlay>
      )}
    </>
  )
}
