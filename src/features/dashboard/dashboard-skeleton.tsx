import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/feedback/screen-states.tsx'
import { besideClass, chartClass, chartsClass } from './dashboard-figures.tsx'
import { headlineClass } from './headline.tsx'
import { panelClass } from './panel.tsx'

/** The shape of the figures that are on their way. */
export const DashboardSkeleton = ({ label }: { label: string }) => (
  <div role="status" aria-busy="true" className="flex flex-col gap-4">
    <span className="sr-only">{label}</span>
    <div className={headlineClass}>
      {['a', 'b', 'c', 'd', 'e', 'f'].map((tile) => (
        <div key={tile} className="h-24 bg-surface px-4 py-3">
          <Skeleton lines={3} />
        </div>
      ))}
    </div>
    <div className={chartsClass}>
      <div className={cx(panelClass, chartClass, 'min-h-88.5')}>
        <Skeleton lines={1} />
      </div>
      <div className={cx(panelClass, besideClass, 'min-h-88.5')}>
        <Skeleton lines={9} />
      </div>
      <div className={cx(panelClass, chartClass, 'h-80')}>
        <Skeleton lines={1} />
      </div>
      <div className={cx(panelClass, besideClass, 'h-80')}>
        <Skeleton lines={7} />
      </div>
    </div>
  </div>
)
