import {
  type Days,
  daysOfPeriod,
  isPeriod,
  isPeriodName,
  type PeriodName,
} from '../../../domain/analytics/period-choice.ts'
import {
  type CallFigure,
  callFigures,
  type FigureGroup,
  figureGroups,
} from '../../../domain/calls/caller-figures.ts'
import { choiceOf, isId } from '../../../domain/lib/field.ts'
import { createScreenActions } from '../../commands/screen-actions.ts'

/**
 * State of the callers' screen, entirely in the URL: the board, or figures of a period. `of`: the filters; `figure`: whose calls are
 * listed.
 */
export type CallersView = {
  shows: 'board' | 'figures'
  period: PeriodName
  days: Days
  by: FigureGroup
  of: Readonly<Partial<Record<FigureGroup, string>>>
  figure: CallFigure | null
}

const usualPeriod = 'today'

/** Parses the URL; missing or invalid parts get defaults. `today`: in the country. */
export const readCallersView = (link: URLSearchParams, today: string, isAdmin: boolean): CallersView => {
  const days = { startDate: link.get('from') ?? '', endDate: link.get('to') ?? '' }
  const asked = link.get('period')
  const named = isPeriodName(asked) && asked !== 'custom' ? asked : usualPeriod
  const isCustom = isPeriod(days)
  const shows = isAdmin && link.get('view') !== 'figures' ? 'board' : 'figures'
  return {
    shows,
    period: isCustom ? 'custom' : named,
    days: isCustom ? days : daysOfPeriod(named, today),
    by: (isAdmin ? choiceOf(figureGroups, link.get('by')) : null) ?? 'caller',
    of: Object.fromEntries(
      figureGroups.flatMap((group) => {
        const id = link.get(group)
        return isId(id) && isAdmin ? [[group, id]] : []
      }),
    ),
    figure: choiceOf(callFigures, link.get('figure')),
  }
}

/** URL parameters of a view. */
export const callersParameters = ({
  shows,
  period,
  days,
  by,
  of,
  figure,
}: CallersView): Record<string, string> => ({
  ...(shows === 'figures' && { view: 'figures' }),
  ...(period === 'custom' ? { from: days.startDate, to: days.endDate } : {}),
  ...(period !== 'custom' && period !== usualPeriod && { period }),
  ...(by !== 'caller' && { by }),
  ...of,
  ...(figure !== null && { figure }),
})

/** Actions of the open screen. */
type CallersActions = {
  view: CallersView
  refresh: () => void
  /** The order of the chosen row of the board, with whoever calls about it; null for none. */
  chosen: () => { id: string; number: number; name: string } | null
  /** Chooses the next row, or the one before. */
  step: (by: 1 | -1) => void
  save: () => void
}

export const callersActions = createScreenActions<CallersActions>()
