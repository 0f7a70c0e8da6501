import type { Grantee, Holder } from '../../../domain/access/permissions.ts'
import { admits, type Route } from '../../../domain/access/routes.ts'
import { type ResourceName, resourceNames } from '../../../domain/resources.ts'
import { resourceActions } from '../../resources/resource-commands.ts'
import { type MenuGroup, menuGroups } from '../../resources/shared/define-actions.ts'
import type { IconName } from '../../ui/icons/icon-set.ts'

type NavItem = {
  id: string
  group: NavGroup
  route: Route
  icon: IconName
  keys?: string
}

/** `own`: in the account menu instead of the main menu. */
type NavGroup = MenuGroup | 'own'

/** Screens other than resource lists; `at`: position in their group. */
const others: readonly (NavItem & { at: number })[] = [
  { id: 'go.dashboard', group: 'overview', at: 10, route: '/dashboard', icon: 'dashboard', keys: 'g h' },
  { id: 'go.calculator', group: 'overview', at: 20, route: '/calculator', icon: 'calculator', keys: 'g c' },
  { id: 'go.journal', group: 'overview', at: 30, route: '/journal', icon: 'history', keys: 'g j' },
  { id: 'go.status', group: 'overview', at: 40, route: '/status', icon: 'activity', keys: 'g .' },
  { id: 'go.triage', group: 'trade', at: 20, route: '/orders/triage', icon: 'phone-call', keys: 'g t' },
  { id: 'go.callers', group: 'trade', at: 22, route: '/callers', icon: 'users', keys: 'g Shift+c' },
  { id: 'go.store', group: 'trade', at: 60, route: '/affiliates/store', icon: 'store', keys: 'g b' },
  { id: 'go.owed', group: 'trade', at: 76, route: '/payouts/add', icon: 'banknote', keys: 'g Shift+l' },
  {
    id: 'go.round',
    group: 'delivery',
    at: 20,
    route: '/shippings/delivery/list',
    icon: 'package-open',
    keys: 'g d',
  },
  { id: 'go.scan', group: 'delivery', at: 30, route: '/shippings/scan', icon: 'scan', keys: 'g x' },
  { id: 'go.cash', group: 'delivery', at: 60, route: '/handovers/count', icon: 'banknote', keys: 'g m' },
  { id: 'go.profile', group: 'own', at: 10, route: '/profile', icon: 'user', keys: 'g y' },
  { id: 'go.keyboard', group: 'own', at: 20, route: '/keyboard', icon: 'keyboard', keys: 'g ,' },
]

const lists = Object.values(resourceActions).map(({ resource, icon, group, at, letter }) => ({
  id: `go.${resource}`,
  group,
  at,
  route: `/${resource}/list` as const,
  icon,
  keys: `g ${letter}`,
}))

const groups: readonly NavGroup[] = [...menuGroups.map(({ id }) => id), 'own']

/** All menu items with command id, route and default keys, in display order. */
export const navItems: readonly NavItem[] = [...others, ...lists]
  .toSorted((a, b) => groups.indexOf(a.group) - groups.indexOf(b.group) || a.at - b.at)
  .map(({ at: _, ...item }) => item)

/** Resources whose list somebody may open. */
export const listsOf = (who: Grantee | Holder): readonly ResourceName[] =>
  resourceNames.filter((name) => admits(`/${name}/list`, who))
