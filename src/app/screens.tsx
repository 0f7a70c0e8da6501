import { lazy, type ReactNode, Suspense } from 'react'
import { Route, Routes } from 'react-router-dom'
import type { Route as RoutePath } from '../../domain/access/routes.ts'
import { TakeOfferScreen } from '../features/affiliates/take-offer-screen.tsx'
import { ListScreen } from '../features/records/list-screen.tsx'
import { AddScreen, EditScreen } from '../features/records/record-screens.tsx'
import { resourceViews, storeView } from '../resources/registry.ts'
import { Skeleton } from '../ui/skeleton.tsx'

const ImportOrders = lazy(() => import('./import-orders.tsx'))

/** The screen of the path that is open. */
export const Screens = () => (
  <Routes>
    {Object.entries(screens).map(([path, screen]) => (
      <Route key={path} path={path} element={screen} />
    ))}
  </Routes>
)

/** What stands behind each route. Fails to compile when a route has no screen. */
const screens: Record<RoutePath, ReactNode> = {
  '/orders/list': <ListScreen key="orders" view={resourceViews.orders} />,
  '/orders/add': <AddScreen key="orders" view={resourceViews.orders} />,
  '/orders/edit/:id': <EditScreen key="orders" view={resourceViews.orders} />,
  '/orders/import': (
    <Suspense fallback={<Skeleton />}>
      <ImportOrders />
    </Suspense>
  ),
  '/products/list': <ListScreen key="products" view={resourceViews.products} />,
  '/products/add': <AddScreen key="products" view={resourceViews.products} />,
  '/products/add/:affiliate': <TakeOfferScreen key="products" view={resourceViews.products} />,
  '/products/edit/:id': <EditScreen key="products" view={resourceViews.products} />,
  '/shippings/list': <ListScreen key="shippings" view={resourceViews.shippings} />,
  '/shippings/delivery/list': <ListScreen key="deliveries" view={resourceViews.shippings} />,
  '/expeditions/list': <ListScreen key="expeditions" view={resourceViews.expeditions} />,
  '/expeditions/add': <AddScreen key="expeditions" view={resourceViews.expeditions} />,
  '/expeditions/edit/:id': <EditScreen key="expeditions" view={resourceViews.expeditions} />,
  '/requests/list': <ListScreen key="requests" view={resourceViews.requests} />,
  '/requests/add': <AddScreen key="requests" view={resourceViews.requests} />,
  '/requests/edit/:id': <EditScreen key="requests" view={resourceViews.requests} />,
  '/affiliates/list': <ListScreen key="affiliates" view={resourceViews.affiliates} />,
  '/affiliates/store': <ListScreen key="store" view={storeView} />,
  '/affiliates/add': <AddScreen key="affiliates" view={resourceViews.affiliates} />,
  '/affiliates/edit/:id': <EditScreen key="affiliates" view={resourceViews.affiliates} />,
  '/invoices/list': <ListScreen key="invoices" view={resourceViews.invoices} />,
  '/invoices/edit/:id': <EditScreen key="invoices" view={resourceViews.invoices} />,
  '/packages/list': <ListScreen key="packages" view={resourceViews.packages} />,
  '/packages/add': <AddScreen key="packages" view={resourceViews.packages} />,
  '/packages/edit/:id': <EditScreen key="packages" view={resourceViews.packages} />,
  '/users/list': <ListScreen key="users" view={resourceViews.users} />,
  '/users/add': <AddScreen key="users" view={resourceViews.users} />,
  '/users/edit/:id': <EditScreen key="users" view={resourceViews.users} />,
}
