import type { ComponentType } from 'react'
import type { ScreenVerb } from '../../domain/access/permissions.ts'
import {
  type ListedResource,
  type ResourceRoute,
  type Route,
  resourceScreens,
} from '../../domain/access/routes.ts'
import type { ResourceName } from '../../domain/resources.ts'
import { ListScreen } from '../features/list/list-screen.tsx'
import { storeView } from '../resources/affiliates/view.tsx'
import { resourceViews } from '../resources/registry.ts'
import type { ResourceView } from '../resources/shared/resource-view.ts'

// The console as one chunk: frame, lists, and lazy imports of the other screens. These imports are here and not in the routes,
// so that the bundler knows the frame is loaded first and puts shared code into it (ADR 0045).

export { ConsoleLayout } from './shell/console-layout.tsx'

type Load = () => Promise<ComponentType>

/** Generic screens of resources by verb. */
const screenOf: Record<ScreenVerb, (resource: never) => Promise<ComponentType>> = {
  list: async (resource) => () => (
    <ListScreen view={resourceViews[resource as ListedResource] as ResourceView<ResourceName>} />
  ),
  view: async (resource) => (await import('./shell/view-screens.tsx')).viewOf(resource),
  create: async (resource) => (await import('./form-screens.tsx')).addOf(resource),
  update: async (resource) => (await import('./form-screens.tsx')).editOf(resource),
}

/** Offers that a seller may take. */
const StoreList = () => <ListScreen view={storeView} />

/** Screens that are not generic. Does not compile if a route has none. */
const own: Record<Exclude<Route, ResourceRoute>, Load> & Partial<Record<ResourceRoute, Load>> = {
  '/dashboard': async () => (await import('../features/dashboard/dashboard-screen.tsx')).default,
  '/calculator': async () => (await import('../features/calculator/calculator-screen.tsx')).default,
  '/callers': async () => (await import('../features/callers/callers-screen.tsx')).default,
  '/journal': async () => (await import('../features/history/history-screen.tsx')).default,
  '/status': async () => (await import('../features/status/status-screen.tsx')).default,
  '/profile': async () => (await import('../features/profile/profile-screen.tsx')).ProfileScreen,
  '/keyboard': async () => (await import('../features/keyboard/keyboard-screen.tsx')).default,
  '/orders/add': async () => (await import('../features/customers/add-order-screen.tsx')).AddOrderScreen,
  '/orders/import': async () =>
    (await import('../features/import/import-orders-screen.tsx')).ImportOrdersScreen,
  '/orders/triage': async () => (await import('../features/triage/triage-screen.tsx')).default,
  '/products/add/:affiliate': async () => (await import('./form-screens.tsx')).TakeOffer,
  '/shippings/list': async () => (await import('../features/delivery/shippings-screen.tsx')).ShippingsScreen,
  '/shippings/delivery/list': async () => (await import('../features/delivery/delivery-screen.tsx')).default,
  '/shippings/labels': async () => (await import('../features/labels/labels-screen.tsx')).default,
  '/shippings/scan': async () => (await import('../features/scan-session/scan-session-screen.tsx')).default,
  '/affiliates/store': async () => StoreList,
  '/invoices/view/:id': async () => (await import('../features/invoices/invoice-screen.tsx')).default,
  '/manifests/print': async () => (await import('../features/manifests/manifests-screen.tsx')).default,
  '/handovers/receipt/:id': async () => (await import('../features/handovers/receipt-screen.tsx')).default,
  '/advertising/paste': async () => (await import('../features/advertising/paste-costs-screen.tsx')).default,
  '/payouts/add': async () => (await import('../features/payouts/pay-screen.tsx')).default,
  '/payouts/receipt/:id': async () => (await import('../features/payouts/payout-receipt-screen.tsx')).default,
  '/payouts/statement': async () => (await import('../features/payouts/statement-screen.tsx')).default,
  '/tariffs/grid': async () => (await import('../features/tariffs/tariff-grid-screen.tsx')).default,
  '/handovers/count': async () => (await import('../features/handovers/count-screen.tsx')).default,
}

const common = Object.fromEntries(
  resourceScreens.map(({ route, resource, act }) => [route, () => screenOf[act](resource as never)]),
) as Record<ResourceRoute, Load>

/** The screen of each authenticated route. */
export const screens: Readonly<Record<Route, Load>> = { ...common, ...own }
