import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Route, Routes, useParams } from 'react-router-dom'
import type { Route as RoutePath } from '../../domain/access/routes.ts'
import type { ResourceRecords } from '../../domain/resources.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { ListScreen } from '../features/records/list-screen.tsx'
import { RecordFormScreen } from '../features/records/record-form-screen.tsx'
import type { EditedResource } from '../resources/record-commands.ts'
import { resourceViews } from '../resources/registry.ts'
import type { ResourceView } from '../resources/resource-view.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useWorkspace } from '../workspace/workspace.ts'

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
  '/orders/add': <RecordFormScreen key="orders" view={resourceViews.orders} record={null} />,
  '/orders/edit/:id': <EditScreen key="orders" view={resourceViews.orders} />,
  '/orders/import': (
    <Suspense fallback={<Skeleton />}>
      <ImportOrders />
    </Suspense>
  ),
  '/products/list': <ListScreen key="products" view={resourceViews.products} />,
  '/products/add': <RecordFormScreen key="products" view={resourceViews.products} record={null} />,
  '/products/edit/:id': <EditScreen key="products" view={resourceViews.products} />,
  '/shippings/list': <ListScreen key="shippings" view={resourceViews.shippings} />,
  '/shippings/delivery/list': <ListScreen key="deliveries" view={resourceViews.shippings} />,
  '/users/list': <ListScreen key="users" view={resourceViews.users} />,
  '/users/add': <RecordFormScreen key="users" view={resourceViews.users} record={null} />,
  '/users/edit/:id': <EditScreen key="users" view={resourceViews.users} />,
}

/** Reads the record that the path names, then its form. */
function EditScreen<R extends EditedResource>({ view }: { view: ResourceView<R> }) {
  const { id = '' } = useParams()
  const { api } = useWorkspace()
  const { t } = useTranslation('errors')
  const [record, setRecord] = useState<ResourceRecords[R] | null>(null)
  const [problem, setProblem] = useState<ApiProblem | null>(null)
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again.
  useEffect(() => {
    const request = new AbortController()
    setProblem(null)
    api.one(view.resource, id, { signal: request.signal }).then(setRecord, (error) => {
      if (!request.signal.aborted && error instanceof ApiProblem) setProblem(error)
    })
    return () => request.abort()
  }, [api, view, id, attempt])

  if (problem !== null) {
    const again = { label: t('list:refresh'), onPress: () => setAttempt(attempt + 1) }
    return <ErrorState title={t(problem.code)} action={problem.code === 'NOT_FOUND' ? undefined : again} />
  }
  return record === null ? <Skeleton /> : <RecordFormScreen key={record.id} view={view} record={record} />
}
