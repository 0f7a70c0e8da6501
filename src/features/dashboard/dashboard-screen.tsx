import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { paths } from '../../../domain/access/paths.ts'
import { admits } from '../../../domain/access/routes.ts'
import { countries } from '../../../domain/countries.ts'
import { dayOf } from '../../../domain/lib/zone-clock.ts'
import { useKeyContext } from '../../keyboard/use-keyboard.tsx'
import { Page } from '../../layouts/page.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { ErrorState, Skeleton } from '../../ui/feedback/screen-states.tsx'
import { Banner } from '../../ui/feedback/status.tsx'
import { useCommandKeys } from '../../workspace/use-command-keys.ts'
import { useWorkspace } from '../../workspace/workspace.ts'
import { withQueries } from '../../workspace/workspace-queries.tsx'
import { BoardContext } from './board.ts'
import { createBoard } from './create-board.ts'
import { dashboardDesk } from './dashboard-desk.ts'
import { DashboardFigures } from './dashboard-figures.tsx'
import { DashboardNotes } from './dashboard-notes.tsx'
import { DashboardSkeleton } from './dashboard-skeleton.tsx'
import { DashboardToolbar } from './dashboard-toolbar.tsx'
import { type DashboardView, parametersOf, readView } from './dashboard-view.ts'
import { useAnalytics } from './use-analytics.ts'

/** The figures of a period beside those of the one before, each a link to what it counts. */
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
      dashboardDesk.show({
        view,
        refresh,
        toggleTables: () => {
          localStorage.setItem(tablesKey, String(!asTables))
          setAsTables(!asTables)
        },
        // The two days are not there yet where another period stood; they take the keyboard when they come.
        askForDays: () => {
          isAsking.current = true
          firstDay.current?.focus()
        },
      }),
    [view, refresh, asTables],
  )

  const board = useMemo(
    () => data && createBoard({ data, viewer: user, language: i18n.language, seller: view.seller, asTables }),
    [data, user, i18n.language, view.seller, asTables],
  )
  const show = (next: DashboardView) => ports.navigate(paths.dashboard(parametersOf(next)))
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
        <div className="flex flex-col gap-2">
          <DashboardToolbar key={country} view={view} onShow={show} firstDay={firstDay} />
          {data ? (
            <DashboardNotes
              data={data}
              readAt={analytics.readAt}
              isOutdated={analytics.isOutdated}
              mayOpen={admits('/orders/list', user.role)}
            />
          ) : (
            problem === null && <Skeleton className="h-5 max-w-140" />
          )}
        </div>
        {analytics.isOffline && data && (
          <div className="overflow-hidden rounded-md">
            <Banner
              tone="warning"
              icon="wifi-off"
              action={{ label: t('dashboard:refresh'), keys: keysOf('dashboard.refresh'), onPress: refresh }}
            >
              {t('dashboard:offline')}
            </Banner>
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
        {problem === null && board === null && <DashboardSkeleton label={t('dashboard:loading')} />}
        {board !== null && (
          <BoardContext value={board}>
            <div
              aria-busy={analytics.isLoading}
              className={cx('transition-opacity', analytics.isLoading && 'opacity-60')}
            >
              <DashboardFigures view={view} />
            </div>
          </BoardContext>
        )}
      </div>
    </Page>
  )
}

const tablesKey = 'dashboard.tables'

/** Who reads tables reads them every day. */
const keptAsTables = (): boolean => localStorage.getItem(tablesKey) === 'true'

/** The view that the link says, by the country's calendar. */
const useDashboardView = (): DashboardView => {
  const { country } = useWorkspace()
  const [link] = useSearchParams()
  const text = link.toString()
  const today = dayOf(new Date(), countries[country].timeZone)
  return useMemo(() => readView(new URLSearchParams(text), today), [text, today])
}

export default withQueries(DashboardScreen)
