import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { paths } from '../../../domain/access/paths.ts'
import { periodNames } from '../../../domain/analytics/period-choice.ts'
import { figureGroups } from '../../../domain/calls/caller-figures.ts'
import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import { shiftDay, startOfDay, todayIn } from '../../../domain/lib/zone-clock.ts'
import { codeOf } from '../../../machines/failure.ts'
import type { FiguresAsked } from '../../api/endpoints/calls.ts'
import { queryKeys } from '../../api/query-client.ts'
import { saveFile } from '../../api/save-file.ts'
import { useKeyContext } from '../../keyboard/use-keyboard.tsx'
import { Page } from '../../layouts/page.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { ErrorState, Skeleton } from '../../ui/feedback/screen-states.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { useWorkspace } from '../../workspace/workspace.ts'
import { withQueries } from '../../workspace/workspace-queries.tsx'
import { DaysPicker } from '../dashboard/dashboard-toolbar.tsx'
import { CommandButton } from '../records/command-button.tsx'
import { type CallersView, callersActions, callersParameters, readCallersView } from './callers-view.ts'
import { CallersNow } from './calls-board.tsx'
import { FigureCalls } from './figure-calls.tsx'
import { FiguresTable } from './figures-table.tsx'
import { WaitingCalls } from './waiting-calls.tsx'

/** A board that nothing has told of a change for so long is read again: callers also go without one. */
const LOOK_MS = 15_000
/** Changes within this time are one read. */
const PACE_MS = 1_500

/** Who calls now, and the figures of callers; a caller sees their own. */
const CallersScreen = () => {
  const { t } = useTranslation(['callers', 'commands'])
  const { user, country, ports, api } = useWorkspace()
  const isAdmin = user.role === 'admin'
  const [link] = useSearchParams()
  const text = link.toString()
  const today = todayIn(country)
  const view = useMemo(
    () => readCallersView(new URLSearchParams(text), today, isAdmin),
    [text, today, isAdmin],
  )
  const show = (next: CallersView) => ports.navigate(paths.callers(callersParameters(next)))
  useKeyContext('page:callers')
  useKeyContext('calls:board', view.shows === 'board')

  const board = useBoard(country, view.shows === 'board')
  const asked = useMemo(() => askedOf(view, country), [view, country])
  const figures = useQuery({
    queryKey: queryKeys.callerFigures({ ...asked, by: view.by }),
    queryFn: async ({ signal }) => ({
      by: view.by,
      ...(await api.callers.figures({ ...asked, by: view.by }, { signal })),
    }),
    enabled: view.shows === 'figures',
    // Rows of another grouping would lead elsewhere.
    placeholderData: (former) => (former?.by === view.by ? former : undefined),
    refetchOnMount: 'always',
  })
  const shown = view.shows === 'board' ? board : figures
  const { refetch } = shown
  const callers = board.data?.callers
  const [chosen, setChosen] = useState<string | null>(null)
  const chosenRow = callers?.find(({ caller }) => caller === chosen) ?? callers?.[0]

  useEffect(
    () =>
      callersActions.show({
        view,
        refresh: () => void refetch(),
        chosen: () =>
          chosenRow?.order == null
            ? null
            : { id: chosenRow.order, number: chosenRow.number ?? 0, name: chosenRow.customerName ?? '' },
        step: (by) => {
          if (callers === undefined || callers.length === 0) return
          const at = callers.findIndex(({ caller }) => caller === chosenRow?.caller) + by
          setChosen(callers[Math.max(0, Math.min(callers.length - 1, at))]!.caller)
        },
        save: () => {
          const name = `${t('callers:title')} ${view.days.startDate} ${view.days.endDate}.xlsx`
          api.callers
            .download({ ...asked, by: view.by })
            .then((blob) => saveFile(blob, name))
            .catch((error: unknown) =>
              ports.notify({ tone: 'danger', titleKey: 'callers:notSaved', code: codeOf(error) }),
            )
        },
      }),
    [view, refetch, callers, chosenRow, asked, api, ports, t],
  )

  return (
    <Page
      title={t('commands:go.callers.place')}
      actions={
        <>
          {isAdmin && <CommandButton command="callers.turn" variant="ghost" />}
          {view.shows === 'figures' && <CommandButton command="callers.save" />}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {view.shows === 'figures' && <FiguresToolbar view={view} isAdmin={isAdmin} onShow={show} />}
        {shown.error !== null && shown.data === undefined ? (
          <ErrorState
            title={t('callers:failed')}
            detail={t(`errors:${codeOf(shown.error)}`, { ns: 'errors' })}
            action={{ label: t('commands:callers.refresh.label'), onPress: () => void refetch() }}
          />
        ) : shown.data === undefined ? (
          <Skeleton lines={8} />
        ) : view.shows === 'board' && board.data !== undefined ? (
          <>
            <CallersNow board={board.data} chosen={chosenRow?.caller ?? null} onChoose={setChosen} />
            <WaitingCalls board={board.data} />
          </>
        ) : (
          figures.data !== undefined && (
            <>
              <section
                aria-label={t('callers:figures.title')}
                className="min-w-0 rounded-lg border border-line bg-surface px-4 py-2"
              >
                <FiguresTable rows={figures.data.items} view={view} isAdmin={isAdmin} />
              </section>
              {view.figure !== null && (
                <FigureCalls
                  figure={view.figure}
                  asked={asked}
                  onClose={() => show({ ...view, figure: null })}
                />
              )}
            </>
          )
        )}
      </div>
    </Page>
  )
}

/** The board, read again when something of its orders changes, and now and then. */
const useBoard = (country: CountryCode, isShown: boolean) => {
  const { api, onLive } = useWorkspace()
  const board = useQuery({
    queryKey: queryKeys.callsBoard(country),
    queryFn: ({ signal }) => api.callers.board(country, { signal }),
    enabled: isShown,
    refetchInterval: LOOK_MS,
    refetchOnMount: 'always',
  })
  const { refetch } = board
  const again = useCallback(() => void refetch(), [refetch])
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  useEffect(() => {
    if (!isShown) return
    const stop = onLive(({ resource }) => {
      if (!['orders', 'users', 'call-policies'].includes(resource) || timer.current !== null) return
      timer.current = setTimeout(() => {
        timer.current = null
        if (!document.hidden) again()
      }, PACE_MS)
    })
    return () => {
      stop()
      if (timer.current !== null) clearTimeout(timer.current)
      timer.current = null
    }
  }, [isShown, onLive, again])
  return board
}

/** A period by the calendar of the country, as instants. */
const askedOf = ({ days, of }: CallersView, country: CountryCode): FiguresAsked => {
  const { timeZone } = countries[country]
  return {
    from: startOfDay(days.startDate, timeZone).toISOString(),
    to: startOfDay(shiftDay(days.endDate, 1), timeZone).toISOString(),
    country,
    ...of,
  }
}

type ToolbarProps = { view: CallersView; isAdmin: boolean; onShow: (view: CallersView) => void }

const FiguresToolbar = ({ view, isAdmin, onShow }: ToolbarProps) => {
  const { t } = useTranslation(['callers', 'dashboard'])
  const { runWith } = useWorkspace()
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
      <Field label={t('dashboard:period')} hideLabel className="min-w-0 sm:w-52">
        <Select
          value={view.period}
          options={periodNames.map((value) => ({ value, label: t(`dashboard:periods.${value}`) }))}
          onValueChange={(period) =>
            period === 'custom' ? onShow({ ...view, period }) : runWith('callers.period', { period })
          }
        />
      </Field>
      {view.period === 'custom' && (
        <DaysPicker days={view.days} onPick={(days) => onShow({ ...view, days })} />
      )}
      {isAdmin && (
        <Field label={t('callers:by.label')} hideLabel className="min-w-0 sm:w-44">
          <Select
            value={view.by}
            options={figureGroups.map((value) => ({ value, label: t(`callers:by.${value}`) }))}
            onValueChange={(by) => runWith('callers.by', { by })}
          />
        </Field>
      )}
      {figureGroups.map((group) => {
        const id = view.of[group]
        const { [group]: _, ...others } = view.of
        return (
          id !== undefined && (
            <Only
              key={group}
              group={group}
              id={id}
              onRemove={() => onShow({ ...view, of: others, figure: null })}
            />
          )
        )
      })}
    </div>
  )
}

type OnlyProps = { group: (typeof figureGroups)[number]; id: string; onRemove: () => void }

/** A filter by one person, seller or product. */
const Only = ({ group, id, onRemove }: OnlyProps) => {
  const { t } = useTranslation('callers')
  const { api } = useWorkspace()
  const { data } = useQuery({
    queryKey: queryKeys.callerName(group, id),
    queryFn: async ({ signal }) =>
      (group === 'product'
        ? await api.one('products', id, { signal })
        : await api.one('users', id, { signal })
      ).name,
  })
  return (
    <Button icon="x" onClick={onRemove}>
      {t(`only.${group}`, { name: data ?? '…' })}
    </Button>
  )
}

export default withQueries(CallersScreen)
