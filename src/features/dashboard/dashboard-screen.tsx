import { useAtom } from '@xstate/store-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { paths } from '../../../domain/access/paths.ts'
import { admits } from '../../../domain/access/routes.ts'
import type { Analytics } from '../../../domain/analytics/analytics.ts'
import { countries } from '../../../domain/core/countries.ts'
import { localeOf } from '../../../domain/core/languages.ts'
import { todayIn } from '../../../domain/lib/zone-clock.ts'
import { useKeyContext } from '../../keyboard/use-keyboard.tsx'
import { Page } from '../../layouts/page.tsx'
import { deviceStorage } from '../../storage/browser-storage.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { cx } from '../../ui/cx.ts'
import { ErrorState, Skeleton } from '../../ui/feedback/screen-states.tsx'
import { Banner, OfflineBanner } from '../../ui/feedback/status.tsx'
import { RelativeTime } from '../../ui/format/relative-time.tsx'
import { useCommandKeys } from '../../workspace/use-command-keys.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { withQueries } from '../../workspace/workspace-queries.tsx'
import { createDashboardValue, DashboardContext } from './dashboard-context.ts'
import { besideClass, chartClass, chartsClass, DashboardFigures } from './dashboard-figures.tsx'
import { DashboardToolbar } from './dashboard-toolbar.tsx'
import { type DashboardView, dashboardActions, dashboardParameters, readView } from './dashboard-view.ts'
import { FirstSteps } from './empty-period.tsx'
import { figureWords } from './figure-words.ts'
import { headlineClass, panelClass } from './panel.tsx'
import { SellerStart, SellerStartSkeleton } from './seller-start.tsx'
import { SourcesPanel } from './sources-panel.tsx'
import { ToDo } from './to-do.tsx'
import { useAnalytics } from './use-analytics.ts'

type DashboardNotesProps = { data: Analytics; readAt: number; isOutdated: boolean; mayOpen: boolean }

/** Period, currency and age of the figures. */
export const DashboardNotes = ({ data, readAt, isOutdated, mayOpen }: DashboardNotesProps) => {
  const { t, i18n } = useTranslation('dashboard')
  const words = figureWords(localeOf(i18n.language), data.country)
  const name = new Intl.DisplayNames([localeOf(i18n.language)], { type: 'currency' }).of(data.currency)
  return (
    <div className="flex flex-col gap-x-4 gap-y-1 text-sm text-pretty text-ink-muted sm:flex-row sm:flex-wrap sm:items-baseline">
      <p>
        {t('compared', {
          days: words.days(data.startDate, data.endDate),
          before: words.days(data.previousStartDate, data.previousEndDate),
        })}
      </p>
      <p>{t('currency', { name })}</p>
      {!mayOpen && <p>{t('readOnly')}</p>}
      <div className="flex items-center gap-1 sm:ml-auto">
        <p role="status" className="text-info empty:hidden">
          {isOutdated ? t('outdated') : null}
        </p>
        {!isOutdated && (
          <p>
            {t('readAt')}{' '}
            <RelativeTime value={new Date(readAt)} timeZone={countries[data.country].timeZone} />
          </p>
        )}
      </div>
    </div>
  )
}

/** Placeholder of the figures. */
export const DashboardSkeleton = ({ label }: { label: string }) => (
  <div role="status" className="flex flex-col gap-4">
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

/** Figures of a period compared with the previous one, with links. */
const DashboardScreen = () => {
  const { t, i18n } = useTranslation(['dashboard', 'commands', 'errors'])
  const { user, country, ports, run } = useWorkspace()
  const keysOf = useCommandKeys()
  const view = useDashboardView()
  const analytics = useAnalytics(view)
  const { data, problem, refresh } = analytics
  const [asTables, setAsTables] = useState(keptAsTables)
  const firstDay = useRef<HTMLInputElement>(null)
  useKeyContext('page:dashboard')

  const { period } = view
  const isAsking = useRef(false)
  useEffect(() => {
    if (period === 'custom' && isAsking.current) firstDay.current?.focus()
    isAsking.current = false
  }, [period])
  useEffect(
    () =>
      dashboardActions.show({
        view,
        refresh,
        toggleTables: () => {
          deviceStorage.setItem(tablesKey, String(!asTables))
          setAsTables(!asTables)
        },
        // The day inputs may not be rendered yet; they get focus when they are.
        askForDays: () => {
          isAsking.current = true
          firstDay.current?.focus()
        },
      }),
    [view, refresh, asTables],
  )

  const dashboard = useMemo(
    () =>
      data &&
      createDashboardValue({ data, viewer: user, language: i18n.language, seller: view.seller, asTables }),
    [data, user, i18n.language, view.seller, asTables],
  )
  const show = (next: DashboardView) => ports.navigate(paths.dashboard(dashboardParameters(next)))
  return (
    <Page
      title={t('commands:go.dashboard.place')}
      actions={
        <Button
          icon="refresh"
          keys={keysOf('dashboard.refresh')}
          pending={analytics.isLoading}
          onClick={() => run('dashboard.refresh')}
        >
          {t('dashboard:refresh')}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <WaitingSellers />
        {dashboard?.figure('orders').value === 0 && <FirstSteps />}
        {user.role !== 'seller' && <ToDo key={country} readAt={analytics.readAt} />}
        {data?.seller && <SellerStart data={data} affairs={data.seller} />}
        {!data && problem === null && user.role === 'seller' && <SellerStartSkeleton />}
        {user.role === 'seller' && <SourcesPanel key={country} />}
        <div className="flex flex-col gap-2">
          <DashboardToolbar key={country} view={view} onShow={show} firstDay={firstDay} />
          {data ? (
            <DashboardNotes
              data={data}
              readAt={analytics.readAt}
              isOutdated={analytics.isOutdated}
              mayOpen={admits('/orders/list', user)}
            />
          ) : (
            problem === null && <Skeleton className="h-5 max-w-140" />
          )}
        </div>
        {analytics.isOffline && data && (
          <div className="overflow-hidden rounded-md">
            <OfflineBanner
              action={{ label: t('dashboard:refresh'), keys: keysOf('dashboard.refresh'), onPress: refresh }}
            >
              {t('dashboard:offline')}
            </OfflineBanner>
          </div>
        )}
        {problem !== null && (
          <ErrorState
            title={t('dashboard:failed')}
            detail={t(`errors:${problem.code}`)}
            reference={problem.requestId}
            action={{ label: t('dashboard:refresh'), keys: keysOf('dashboard.refresh'), onPress: refresh }}
          />
        )}
        {problem === null && dashboard === null && <DashboardSkeleton label={t('dashboard:loading')} />}
        {dashboard !== null && (
          <DashboardContext value={dashboard}>
            <div
              aria-busy={analytics.isLoading}
              className={cx('transition-opacity', analytics.isLoading && 'opacity-60')}
            >
              <DashboardFigures view={view} />
            </div>
            {user.role === 'admin' && <SourcesPanel key={country} />}
          </DashboardContext>
        )}
      </div>
    </Page>
  )
}

/** For administrators, whatever country is selected. */
const WaitingSellers = () => {
  const { t } = useTranslation('users')
  const { run, waitingSellers } = useWorkspace()
  const count = useAtom(waitingSellers)
  if (count === 0) return null
  return (
    <div className="overflow-hidden rounded-md border border-line">
      <Banner
        tone="warning"
        icon="user-check"
        action={{ label: t('showWaiting'), onPress: () => run('user.waiting') }}
      >
        {t('waiting', { count })}
      </Banner>
    </div>
  )
}

const tablesKey = 'dashboard.tables'

/** The choice of tables instead of charts is stored in this browser. */
const keptAsTables = (): boolean => deviceStorage.getItem(tablesKey) === 'true'

/** The view in the URL, by the country's calendar. */
const useDashboardView = (): DashboardView => {
  const { country } = useWorkspace()
  const [link] = useSearchParams()
  const text = link.toString()
  const today = todayIn(country)
  return useMemo(() => readView(new URLSearchParams(text), today), [text, today])
}

export default withQueries(DashboardScreen)
