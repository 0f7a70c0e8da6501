import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { scopeOf } from '../../../domain/access/permissions.ts'
import { queryKeys } from '../../api/query-client.ts'
import { EmptyState, type NextStep, Skeleton } from '../../ui/feedback/screen-states.tsx'
import { useCommandKeys, useNextSteps } from '../../workspace/use-command-keys.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { useDashboard } from './dashboard-context.ts'
import type { DashboardView } from './dashboard-view.ts'

/** Shown for a period without orders: another one. Without any order `FirstSteps` says how to begin. */
export const EmptyPeriod = ({ view }: { view: DashboardView }) => {
  const { t } = useTranslation('dashboard')
  const { run, runWith } = useWorkspace()
  const keysOf = useCommandKeys()
  const { data, words } = useDashboard()
  const hasOrders = useHasOrders()
  if (hasOrders === null) return <Skeleton className="mx-auto max-w-100 py-14" lines={3} />
  if (!hasOrders) return null
  const every: NextStep = {
    label: t('everySeller'),
    keys: keysOf('dashboard.seller'),
    onPress: () => runWith('dashboard.seller', { seller: 'all' }),
  }
  return (
    <EmptyState
      icon="calendar"
      title={t('empty')}
      detail={words.days(data.startDate, data.endDate)}
      next={[
        { label: t('widen'), keys: keysOf('dashboard.period'), onPress: () => run('dashboard.period') },
        ...(view.seller === null ? [] : [every]),
      ]}
    />
  )
}

/** First steps of sellers and of the company. */
const companySteps = ['user.create', 'product.create', 'go.store', 'order.import'] as const
const sellerSteps = ['go.store', 'order.import', 'source.create'] as const

/** Before everything else, until there is an order. */
export const FirstSteps = () => (useHasOrders() === false ? <StartList /> : null)

const StartList = () => {
  const { t } = useTranslation('dashboard')
  const { user } = useWorkspace()
  const steps = user.role === 'seller' ? sellerSteps : companySteps
  const [first, ...others] = useNextSteps(steps, ['page:dashboard'])
  if (first === undefined) return null
  return (
    <EmptyState
      icon="package-plus"
      title={t('start.title')}
      detail={t(user.role === 'seller' ? 'start.seller' : 'start.company')}
      next={[first, ...others]}
    />
  )
}

/** Whether the user has any order at all; null until known. */
const useHasOrders = (): boolean | null => {
  const { api, user } = useWorkspace()
  const mayList = scopeOf(user, 'order.list') !== null
  const { data, isPending } = useQuery({
    queryKey: queryKeys.orderTotal,
    queryFn: async ({ signal }) => (await api.list('orders', { limit: 1 }, { signal })).total,
    enabled: mayList,
  })
  if (mayList && isPending) return null
  // After a failed request, assume there are orders.
  return data !== 0
}
