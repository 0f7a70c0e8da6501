import type { ReactNode, Ref } from 'react'
import { useTranslation } from 'react-i18next'
import { periodNames } from '../../../domain/analytics/period-choice.ts'
import { Field } from '../../ui/fields/field.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { Keycap } from '../../ui/keys/keycap.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import type { DashboardView } from './dashboard-view.ts'
import { DaysPicker } from './days-picker.tsx'
import { SellerPicker } from './seller-picker.tsx'

type DashboardToolbarProps = {
  view: DashboardView
  onShow: (view: DashboardView) => void
  firstDay: Ref<HTMLInputElement>
}

/** Which period, and whose orders. */
export const DashboardToolbar = ({ view, onShow, firstDay }: DashboardToolbarProps) => {
  const { t } = useTranslation('dashboard')
  const { user, runWith } = useWorkspace()
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <WithKey keys="p">
        <Field label={t('period')} hideLabel className="min-w-0 flex-1 sm:w-52">
          <Select
            value={view.period}
            options={periodNames.map((value) => ({ value, label: t(`periods.${value}`) }))}
            onValueChange={(period) => runWith('dashboard.period', { period })}
          />
        </Field>
      </WithKey>
      {view.period === 'custom' && (
        <DaysPicker ref={firstDay} days={view.days} onPick={(days) => onShow({ ...view, days })} />
      )}
      {user.role !== 'seller' && (
        <WithKey keys="s">
          <SellerPicker
            seller={view.seller}
            onPick={(seller) => runWith('dashboard.seller', seller === null ? { seller: 'all' } : { seller })}
          />
        </WithKey>
      )}
    </div>
  )
}

const WithKey = ({ keys, children }: { keys: string; children: ReactNode }) => (
  <div className="flex w-full items-start gap-1.5 sm:w-auto">
    {children}
    <span aria-hidden="true" className="flex h-8 items-center pointer-coarse:hidden">
      <Keycap keys={keys} tone="quiet" />
    </span>
  </div>
)
