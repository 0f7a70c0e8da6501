import { type ReactNode, type Ref, useCallback, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Days, isPeriod, periodNames } from '../../../domain/analytics/period-choice.ts'
import { isDay } from '../../../domain/lib/typed/date-text.ts'
import { todayIn } from '../../../domain/lib/zone-clock.ts'
import { type OptionSearch, useLookup } from '../../form/reference-control.tsx'
import { Combobox } from '../../ui/fields/combobox.tsx'
import { DateInput } from '../../ui/fields/date-input.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { Keycap } from '../../ui/kbd/keycap.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import type { DashboardView } from './dashboard-view.ts'
import { findSellers } from './seller-choices.ts'

type DaysPickerProps = { days: Days; onPick: (days: Days) => void; ref?: Ref<HTMLInputElement> }

/** Debounce: a date being typed passes through other valid dates. */
const pause = 500

/** Custom period; applied once valid, after a pause. */
export const DaysPicker = ({ days: { startDate, endDate }, onPick, ref }: DaysPickerProps) => {
  const { t } = useTranslation(['dashboard', 'errors'])
  const { country } = useWorkspace()
  const today = todayIn(country)
  const [typed, setTyped] = useState<Days>({ startDate, endDate })
  const pick = useEffectEvent(onPick)
  useEffect(() => setTyped({ startDate, endDate }), [startDate, endDate])
  useEffect(() => {
    const isShown = typed.startDate === startDate && typed.endDate === endDate
    if (isShown || !isDay(typed.startDate) || !isDay(typed.endDate) || !isPeriod(typed)) return
    const timer = setTimeout(() => pick(typed), pause)
    return () => clearTimeout(timer)
  }, [typed, startDate, endDate])
  return (
    <div className="flex flex-wrap items-start gap-2">
      <Field label={t('dashboard:from')} hideLabel className="w-38">
        <DateInput
          ref={ref}
          isCompact
          today={today}
          value={typed.startDate}
          onValueChange={(startDate) => setTyped({ ...typed, startDate })}
        />
      </Field>
      <Field label={t('dashboard:to')} hideLabel error={problemOf(typed, t)} className="w-38">
        <DateInput
          isCompact
          today={today}
          value={typed.endDate}
          onValueChange={(endDate) => setTyped({ ...typed, endDate })}
        />
      </Field>
    </div>
  )
}

const problemOf = (typed: Days, t: (key: string) => string): string | undefined => {
  if (!isDay(typed.startDate) || !isDay(typed.endDate) || isPeriod(typed)) return undefined
  return t(typed.startDate > typed.endDate ? 'errors:DATE_RANGE_INVALID' : 'dashboard:tooLong')
}

/** Name of the seller in the URL; null until loaded. */
export const useSellerName = (seller: string | null): string | null => {
  const { api, country, user } = useWorkspace()
  const [known, setKnown] = useState<{ id: string; name: string } | null>(null)
  useEffect(() => {
    if (seller === null) return
    const request = new AbortController()
    const { signal } = request
    const read =
      user.role === 'admin'
        ? api.one('users', seller, { signal }).then(({ name }) => name)
        : findSellers({ api, country, role: user.role, text: '', limit: 1 }, signal).then(
            (options) => options.find(({ value }) => value === seller)?.label,
          )
    read.then(
      (name) => setKnown({ id: seller, name: name ?? seller }),
      () => signal.aborted || setKnown({ id: seller, name: seller }),
    )
    return () => request.abort()
  }, [api, country, user.role, seller])
  return known !== null && known.id === seller ? known.name : null
}

type SellerPickerProps = { seller: string | null; onPick: (seller: string | null) => void }

const shown = 20

/** Search for a seller; empty means all. */
export const SellerPicker = ({ seller, onPick }: SellerPickerProps) => {
  const { t } = useTranslation('dashboard')
  const { api, country, user } = useWorkspace()
  const [text, setText] = useState<string | null>(null)
  const name = useSellerName(seller)

  const search = useCallback<OptionSearch>(
    (typed, signal) => findSellers({ api, country, role: user.role, text: typed, limit: shown }, signal),
    [api, country, user.role],
  )
  const { options, isLoading } = useLookup(text, search)

  return (
    <Field label={t('seller')} hideLabel className="min-w-0 flex-1 sm:w-56">
      <Combobox
        value={seller === null ? null : { value: seller, label: name ?? '…' }}
        options={options}
        loading={isLoading}
        placeholder={t('everySeller')}
        onQueryChange={setText}
        onValueChange={(option) => onPick(option?.value ?? null)}
      />
    </Field>
  )
}

type DashboardToolbarProps = {
  view: DashboardView
  onShow: (view: DashboardView) => void
  firstDay: Ref<HTMLInputElement>
}

/** Picker of period and seller. */
export const DashboardToolbar = ({ view, onShow, firstDay }: DashboardToolbarProps) => {
  const { t } = useTranslation('dashboard')
  const { user, runWith } = useWorkspace()
  return (
    // Side by side on phones, where the figures come after them.
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2 max-sm:gap-x-2">
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
  <div className="flex min-w-36 flex-1 items-start gap-1.5 sm:min-w-0 sm:flex-none">
    {children}
    <span aria-hidden="true" className="flex h-8 items-center pointer-coarse:hidden">
      <Keycap keys={keys} tone="quiet" />
    </span>
  </div>
)
