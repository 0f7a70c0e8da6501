import type { ComponentType } from 'react'
import type {
  AddedResource,
  EditedResource,
  ListedResource,
  Route,
  ViewedResource,
} from '../../domain/access/routes.ts'
import type { ResourceName } from '../../domain/resources.ts'
import { ListScreen } from '../features/list/list-screen.tsx'
import { storeView } from '../resources/affiliates/view.tsx'
import { resourceViews } from '../resources/registry.ts'
import type { ResourceView } from '../resources/shared/resource-view.ts'

// The console behind the gates as one module: its frame, its lists, and the other screens, each loaded on demand. The
// imports of the other screens are here and not in the routes, so that the bundler knows that the frame is loaded before
// them and puts what they share with it into one file (ADR 0045).

export { ConsoleLayout } from './shell/console-layout.tsx'

type Load = () => Promise<ComponentType>

const listOf = (resource: ListedResource) => () => (
  <ListScreen view={resourceViews[resource] as ResourceView<ResourceName>} />
)
const list = (resource: ListedResource): Load => {
  return async () => listOf(resource)
}
const view = (resource: ViewedResource): Load => {
  return async () => (await import('./shell/view-screens.tsx')).viewOf(resource)
}
const add = (resource: AddedResource): Load => {
  return async () => (await import('./form-screens.tsx')).addOf(resource)
}
const edit = (resource: EditedResource): Load => {
  return async () => (await import('./form-screens.tsx')).editOf(resource)
}

/** The offers that a seller may take. */
const StoreList = () => <ListScreen view={storeView} />

/** The screen of each route behind the gates. Fails to compile when a route has none. */
export const screens: Record<Route, Load> = {
  '/dashboard': async () => (await import('../features/dashboard/dashboard-screen.tsx')).default,
  '/calculator': async () => (await import('../features/calculator/calculator-screen.tsx')).default,
  '/journal': async () => (await import('../features/change-log/change-log-screen.tsx')).default,
  '/profile': async () => (await import('../features/profile/profile-screen.tsx')).ProfileScreen,
  '/keyboard': async () => (await import('../features/keyboard/keyboard-screen.tsx')).default,
  '/orders/list': list('orders'),
  '/orders/add': async () => (await import('../features/customers/add-order-screen.tsx')).AddOrderScreen,
  '/orders/view/:id': view('orders'),
  '/orders/edit/:id': edit('orders'),
  '/orders/import': async () =>
    (await import('../features/import/import-orders-screen.tsx')).ImportOrdersScreen,
  '/orders/triage': async () => (await import('../features/triage/triage-screen.tsx')).default,
  '/products/list': list('products'),
  '/products/add': add('products'),
  '/products/add/:affiliate': async () => (await import('./form-screens.tsx')).TakeOffer,
  '/products/view/:id': view('products'),
  '/products/edit/:id': edit('products'),
  '/shippings/list': async () => (await import('../features/delivery/shippings-screen.tsx')).ShippingsScreen,
  '/shippings/view/:id': view('shippings'),
  '/shippings/delivery/list': async () => (await import('../features/delivery/delivery-screen.tsx')).default,
  '/shippings/labels': async () => (await import('../features/labels/labels-screen.tsx')).default,
  '/shippings/scan': async () => (await import('../features/scan-session/scan-session-screen.tsx')).default,
  '/expeditions/list': list('expeditions'),
  '/expeditions/add': add('expeditions'),
  '/expeditions/view/:id': view('expeditions'),
  '/expeditions/edit/:id': edit('expeditions'),
  '/requests/list': list('requests'),
  '/requests/add': add('requests'),
  '/requests/view/:id': view('requests'),
  '/requests/edit/:id': edit('requests'),
  '/affiliates/list': list('affiliates'),
  '/affiliates/store': async () => StoreList,
  '/affiliates/add': add('affiliates'),
  '/affiliates/view/:id': view('affiliates'),
  '/affiliates/edit/:id': edit('affiliates'),
  '/invoices/list': list('invoices'),
  '/invoices/view/:id': async () => (await import('../features/invoices/invoice-screen.tsx')).default,
  '/invoices/edit/:id': edit('invoices'),
  '/manifests/list': list('manifests'),
  '/manifests/view/:id': view('manifests'),
  '/manifests/print': async () => (await import('../features/manifests/manifests-screen.tsx')).default,
  '/handovers/list': list('handovers'),
  '/handovers/view/:id': view('handovers'),
  '/handovers/receipt/:id': async () => (await import('../features/handovers/receipt-screen.tsx')).default,
  '/handovers/count': async () => (await import('../features/handovers/count-screen.tsx')).default,
  '/packages/list': list('packages'),
  '/packages/add': add('packages'),
  '/packages/view/:id': view('packages'),
  '/packages/edit/:id': edit('packages'),
  '/users/list': list('users'),
  '/users/add': add('users'),
  '/users/view/:id': view('users'),
  '/users/edit/:id': edit('users'),
  '/ui/kit': async () => (await import('../features/kit/kit-screen.tsx')).default,
}
