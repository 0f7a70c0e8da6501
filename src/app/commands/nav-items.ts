import type { Role } from '../../../domain/access/permissions.ts'
import { admits, type Route } from '../../../domain/access/routes.ts'
import { type ResourceName, resourceNames } from '../../../domain/resources.ts'
import type { IconName } from '../../ui/icons/icon-set.ts'

/** The groups of the menu, in display order. */
export const menuGroups = [
  { id: 'overview', icon: 'dashboard' },
  { id: 'trade', icon: 'banknote' },
  { id: 'delivery', icon: 'truck' },
  { id: 'people', icon: 'users' },
] as const satisfies readonly { id: string; icon: IconName }[]

type NavItem = {
  id: string
  group: NavGroup
  route: Route
  icon: IconName
  keys?: string
}

/** `own` items are shown in the account menu instead of the main menu. */
type NavGroup = (typeof menuGroups)[number]['id'] | 'own'

/** Every menu item with its command id, route and default keys, in display order. */
export const navItems: readonly NavItem[] = [
  { id: 'go.dashboard', group: 'overview', route: '/dashboard', icon: 'dashboard', keys: 'g h' },
  { id: 'go.calculator', group: 'overview', route: '/calculator', icon: 'calculator', keys: 'g c' },
  { id: 'go.journal', group: 'overview', route: '/journal', icon: 'history', keys: 'g j' },
  { id: 'go.orders', group: 'trade', route: '/orders/list', icon: 'orders', keys: 'g o' },
  { id: 'go.triage', group: 'trade', route: '/orders/triage', icon: 'phone-call', keys: 'g t' },
  { id: 'go.products', group: 'trade', route: '/products/list', icon: 'products', keys: 'g p' },
  { id: 'go.requests', group: 'trade', route: '/requests/list', icon: 'requests', keys: 'g r' },
  { id: 'go.affiliates', group: 'trade', route: '/affiliates/list', icon: 'affiliates', keys: 'g a' },
  { id: 'go.store', group: 'trade', route: '/affiliates/store', icon: 'store', keys: 'g b' },
  { id: 'go.invoices', group: 'trade', route: '/invoices/list', icon: 'invoices', keys: 'g i' },
  { id: 'go.shippings', group: 'delivery', route: '/shippings/list', icon: 'shippings', keys: 'g s' },
  {
    id: 'go.deliveries',
    group: 'delivery',
    route: '/shippings/delivery/list',
    icon: 'package-open',
    keys: 'g d',
  },
  { id: 'go.scan', group: 'delivery', route: '/shippings/scan', icon: 'scan', keys: 'g x' },
  { id: 'go.manifests', group: 'delivery', route: '/manifests/list', icon: 'manifests', keys: 'g f' },
  { id: 'go.handovers', group: 'delivery', route: '/handovers/list', icon: 'handovers', keys: 'g v' },
  { id: 'go.cash', group: 'delivery', route: '/handovers/count', icon: 'banknote', keys: 'g m' },
  { id: 'go.expeditions', group: 'delivery', route: '/expeditions/list', icon: 'expeditions', keys: 'g e' },
  { id: 'go.users', group: 'people', route: '/users/list', icon: 'users', keys: 'g u' },
  { id: 'go.packages', group: 'people', route: '/packages/list', icon: 'packages', keys: 'g k' },
  { id: 'go.profile', group: 'own', route: '/profile', icon: 'user', keys: 'g y' },
  { id: 'go.keyboard', group: 'own', route: '/keyboard', icon: 'keyboard', keys: 'g ,' },
  { id: 'go.kit', group: 'own', route: '/ui/kit', icon: 'layers', keys: 'g q' },
]

/** The resources that have a list screen this role may open. */
export const listsOf = (role: Role): readonly ResourceName[] =>
  resourceNames.filter((name) => admits(`/${name}/list`, role))
