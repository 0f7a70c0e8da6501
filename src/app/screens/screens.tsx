import type { ReactNode } from 'react'
import type { Route as RoutePath } from '../../../domain/access/routes.ts'
import { ListScreen } from '../../features/records/list-screen.tsx'
import { orderView } from '../../resources/orders/view.ts'
import { Routes } from '../../router/routes.tsx'
import { lazyScreen, screenOf } from './lazy-screen.tsx'

const ListOf = screenOf(async () => (await import('./resource-screens.tsx')).ListOf)
const ShippingsScreen = screenOf(
  async () => (await import('../../features/delivery/shippings-screen.tsx')).ShippingsScreen,
)
const StoreList = screenOf(async () => (await import('./resource-screens.tsx')).StoreList)
const AddOf = screenOf(async () => (await import('./form-screens.tsx')).AddOf)
const EditOf = screenOf(async () => (await import('./form-screens.tsx')).EditOf)
const TakeOffer = screenOf(async () => (await import('./form-screens.tsx')).TakeOffer)
const AddOrderScreen = screenOf(
  async () => (await import('../../features/customers/add-order-screen.tsx')).AddOrderScreen,
)
const Calculator = lazyScreen(() => import('../../features/calculator/calculator-screen.tsx'))
const Dashboard = lazyScreen(() => import('../../features/dashboard/dashboard-screen.tsx'))
const Delivery = lazyScreen(() => import('../../features/delivery/delivery-screen.tsx'))
const ImportOrders = lazyScreen(() => import('./import-orders.tsx'))
const Invoice = lazyScreen(() => import('../../features/invoices/invoice-screen.tsx'))
const Journal = lazyScreen(() => import('../../features/journal/journal-screen.tsx'))
const Keyboard = lazyScreen(() => import('../../features/keyboard/keyboard-screen.tsx'))
const Kit = lazyScreen(() => import('../../features/kit/kit-screen.tsx'))
const Triage = lazyScreen(() => import('../../features/triage/triage-screen.tsx'))
const Profile = lazyScreen(() => import('./own-profile.tsx'))

/** One key away from every list. */
export const lazyScreens = [ListOf, StoreList]

/** The screen of the path that is open. */
export const Screens = () => <Routes screens={screens} />

/** What stands behind each route. Fails to compile when a route has no screen. */
const screens: Record<RoutePath, ReactNode> = {
  '/dashboard': <Dashboard />,
  '/calculator': <Calculator />,
  '/journal': <Journal />,
  '/profile': <Profile />,
  '/keyboard': <Keyboard />,
  '/orders/list': <ListScreen key="orders" view={orderView} />,
  '/orders/add': <AddOrderScreen />,
  '/orders/edit/:id': <EditOf key="orders" resource="orders" />,
  '/orders/import': <ImportOrders />,
  '/orders/triage': <Triage />,
  '/products/list': <ListOf key="products" resource="products" />,
  '/products/add': <AddOf key="products" resource="products" />,
  '/products/add/:affiliate': <TakeOffer />,
  '/products/edit/:id': <EditOf key="products" resource="products" />,
  '/shippings/list': <ShippingsScreen key="shippings" />,
  '/shippings/delivery/list': <Delivery />,
  '/expeditions/list': <ListOf key="expeditions" resource="expeditions" />,
  '/expeditions/add': <AddOf key="expeditions" resource="expeditions" />,
  '/expeditions/edit/:id': <EditOf key="expeditions" resource="expeditions" />,
  '/requests/list': <ListOf key="requests" resource="requests" />,
  '/requests/add': <AddOf key="requests" resource="requests" />,
  '/requests/edit/:id': <EditOf key="requests" resource="requests" />,
  '/affiliates/list': <ListOf key="affiliates" resource="affiliates" />,
  '/affiliates/store': <StoreList />,
  '/affiliates/add': <AddOf key="affiliates" resource="affiliates" />,
  '/affiliates/edit/:id': <EditOf key="affiliates" resource="affiliates" />,
  '/invoices/list': <ListOf key="invoices" resource="invoices" />,
  '/invoices/view/:id': <Invoice />,
  '/invoices/edit/:id': <EditOf key="invoices" resource="invoices" />,
  '/packages/list': <ListOf key="packages" resource="packages" />,
  '/packages/add': <AddOf key="packages" resource="packages" />,
  '/packages/edit/:id': <EditOf key="packages" resource="packages" />,
  '/users/list': <ListOf key="users" resource="users" />,
  '/users/add': <AddOf key="users" resource="users" />,
  '/users/edit/:id': <EditOf key="users" resource="users" />,
  '/ui/kit': <Kit />,
}
