import { useTranslation } from 'react-i18next'
import type { MenuLook } from '../../machines/settings/settings-rules.ts'
import type { Settings } from '../../machines/settings/settings-table.ts'
import { lazyWithPreload } from '../lazy/lazy-with-preload.tsx'
import { cx } from '../ui/cx.ts'
import type { Navigation } from './navigation.ts'
import { SideMenu } from './side-menu.tsx'
import { type Person, UserCard } from './user-card.tsx'

// Menus of other layouts: loaded by those who have chosen them in the settings.
const MenuBar = lazyWithPreload(async () => ({ default: (await import('./menu-bar.tsx')).MenuBar }), null)
const RailMenu = lazyWithPreload(async () => ({ default: (await import('./rail-menu.tsx')).RailMenu }), null)

type ShellMenuProps = { navigation: Navigation; settings: Settings; look: MenuLook; person: Person }

/** The menu as the settings want it: which kind, how wide, on which ground, in one tone or two. */
export const ShellMenu = ({ navigation, settings, look, person }: ShellMenuProps) => {
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
