import { useAtom } from '@xstate/store-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  isOpenedMenu,
  type MenuLook,
  menuLookOf,
  type Settings,
} from '../../machines/settings/settings-machine.ts'
import { lazyWithPreload, usePreload } from '../lazy/lazy-with-preload.tsx'
import { isWideScreen } from '../stores/browser.ts'
import { cx } from '../ui/cx.ts'
import { Avatar } from '../ui/icons/picture.tsx'
import { Grid } from './grid.tsx'
import type { Navigation } from './navigation.ts'
import { PlaceLink } from './place-link.tsx'
import { TopBar, type TopBarProps } from './top-bar.tsx'

export type SideMenuProps = Navigation & {
  /** `default`: labels and keys; `condensed`: icons; `compact`: icons above labels; `screen`: groups side by side. */
  look?: keyof typeof looks
}

/** The side menu. */
export const SideMenu = ({ groups, currentId, onNavigate, look = 'default' }: SideMenuProps) => {
  const { nav, heading, link } = looks[look]
  // A single group needs no heading.
  const isNamed = groups.length > 1
  return (
    <div className={cx('py-3', nav)}>
      {groups.map((group) => (
        <div key={group.id}>
          {isNamed && (
            <h2 id={`menu-${group.id}`} className={heading}>
              {group.label}
            </h2>
          )}
          {/* No region: screens have sections of the same names. */}
          <ul aria-labelledby={isNamed ? `menu-${group.id}` : undefined} className="flex flex-col gap-px">
            {group.items.map((item) => (
              <li key={item.id}>
                <PlaceLink
                  item={item}
                  look={link}
                  isCurrent={item.id === currentId}
                  onNavigate={onNavigate}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </div>
  )
}

const wordHeading = 'px-2 pb-1 text-xs font-medium text-ink-muted'
const narrow = 'flex flex-col gap-2 px-1.5 [&>div+div]:border-t [&>div+div]:border-line [&>div+div]:pt-2'

const looks = {
  default: { nav: 'flex flex-col gap-5 px-2', heading: wordHeading, link: 'row' },
  condensed: { nav: narrow, heading: 'sr-only', link: 'icon' },
  compact: { nav: narrow, heading: 'sr-only', link: 'tile' },
  screen: {
    nav: 'mx-auto grid w-full max-w-boxed grid-cols-[repeat(auto-fit,minmax(13rem,1fr))] gap-8 px-6 pt-8',
    heading: wordHeading,
    link: 'row',
  },
} as const

const MenuOverlay = lazyWithPreload(async () => ({
  default: (await import('./menu-overlay.tsx')).MenuOverlay,
}))
const lazyParts = [MenuOverlay]

type ShellProps = {
  settings: Settings
  navigation: Navigation
  person: Person
  bar: Omit<TopBarProps, 'theme' | 'menu'>
  /** Global banners: offline, newer build. */
  banner?: ReactNode
  /** The settings panel; omitted where there is no room. */
  panel?: ReactNode
  children: ReactNode
}

const contentId = 'content'

/** Frame of authenticated screens: skip link, top bar, menu, content, settings. */
export const Shell = ({ settings, navigation, person, bar, banner, panel, children }: ShellProps) => {
  const { t } = useTranslation('shell')
  const [isMenuOpen, setMenuOpen] = useState(false)
  const isWide = useAtom(isWideScreen)
  usePreload(lazyParts)
  const look = menuLookOf(settings, isWide)
  const isOpened = isOpenedMenu(look)
  const isLayer = look === 'overlay' || look === 'fullscreen'
  // Close the menu when its kind changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the kind counts.
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

// Menus of other layouts, lazy.
const MenuBar = lazyWithPreload(async () => ({ default: (await import('./group-menus.tsx')).MenuBar }), null)
const RailMenu = lazyWithPreload(
  async () => ({ default: (await import('./group-menus.tsx')).RailMenu }),
  null,
)

type ShellMenuProps = { navigation: Navigation; settings: Settings; look: MenuLook; person: Person }

/** The menu as set: kind, width, theme. */
const ShellMenu = ({ navigation, settings, look, person }: ShellMenuProps) => {
  const { t } = useTranslation('shell')
  const { layout, sidebarTheme, twoToneIcons, userInfo } = settings
  const width = look === 'condensed' || look === 'compact' ? look : 'default'
  const isBar = look === 'bar'
  const isLayer = look === 'overlay' || look === 'fullscreen'
  const isRail = layout === 'two-column' && !isLayer
  return (
    <nav
      aria-label={t('menu.label')}
      data-theme={sidebarTheme === 'default' ? undefined : sidebarTheme}
      className={cx(
        'flex shrink-0 grow flex-col bg-canvas text-ink',
        twoToneIcons === 'on' && 'two-tone',
        !isBar && !isLayer && !isRail && widths[width],
        layout === 'detached' && !isLayer && 'rounded-lg',
      )}
    >
      <div className={cx(!isBar && 'flex flex-1 flex-col')}>
        {isBar && <MenuBar {...navigation} />}
        {isRail && <RailMenu {...navigation} look={width} />}
        {!isBar && !isRail && <SideMenu {...navigation} look={look === 'fullscreen' ? 'screen' : width} />}
      </div>
      {userInfo === 'shown' && !isBar && <UserCard {...person} isNarrow={width !== 'default'} />}
    </nav>
  )
}

const widths = { default: 'w-sidebar', condensed: 'w-rail', compact: 'w-sidebar-compact' } as const

type Person = { name: string; role: string }

/** The user's name and role at the end of the menu; initials if narrow. */
const UserCard = ({ name, role, isNarrow }: Person & { isNarrow: boolean }) => {
  const whole = `${name} · ${role}`
  if (isNarrow) {
    return (
      <div role="img" aria-label={whole} title={whole} className="border-t border-line py-2.5">
        <Avatar name={name} className="mx-auto size-7" />
      </div>
    )
  }
  return (
    <div className="flex items-center gap-2.5 border-t border-line px-3.5 py-2.5">
      <Avatar name={name} className="size-8" />
      <div className="min-w-0" title={whole}>
        <p className="truncate text-sm font-medium">{name}</p>
        <p className="truncate text-xs text-ink-muted">{role}</p>
      </div>
    </div>
  )
}
