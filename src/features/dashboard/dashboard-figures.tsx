import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/feedback/screen-states.tsx'
import { useCommandKeys } from '../../workspace/use-command-keys.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { useBoard } from './board.ts'
import type { DashboardView } from './dashboard-view.ts'
import { CollectedByDay, OrdersByDay } from './days-charts.tsx'
import { Funnel } from './funnel.tsx'
import { Headline } from './headline.tsx'
import { Pace } from './pace.tsx'
import { Revenue } from './revenue.tsx'
import { ShareTables } from './share-tables.tsx'

/** All the figures of a view, or what to press where there is nothing to count. */
export const DashboardFigures = ({ view }: { view: DashboardView }) => {
  const { t } = useTranslation('dashboard')
  const { run, runWith, user } = useWorkspace()
  const keysOf = useCommandKeys()
  const { data, words, figure } = useBoard()
  // One day by itself has no course to draw.
  const isOneDay = data.days.length === 1
  if (figure('orders').value === 0) {
    const every = {
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
  return (
    <div className="flex flex-col gap-4">
      <Headline />
      {isOneDay ? (
        <div className="grid grid-cols-1 gap-4 md:grid-cols-2">
          <Funnel />
          <Revenue />
        </div>
      ) : (
        <div className={chartsClass}>
          <OrdersByDay className={chartClass} />
          <Funnel className={besideClass} />
          <CollectedByDay className={chartClass} />
          <Revenue className={besideClass} />
        </div>
      )}
      <Pace />
      <ShareTables withSellers={user.role !== 'seller' && view.seller === null} />
    </div>
  )
}

/** Charts keep three fifths of a narrow desk, two thirds of a wide one. */
export const chartsClass = 'grid grid-cols-1 gap-4 desk:grid-cols-15'
export const chartClass = 'desk:col-span-9 2xl:col-span-10'
export const besideClass = 'desk:col-span-6 2xl:col-span-5'
