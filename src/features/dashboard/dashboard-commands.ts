import { paths } from '../../../domain/access/paths.ts'
import { admits } from '../../../domain/access/routes.ts'
import {
  type Days,
  daysOfPeriod,
  isPeriod,
  isPeriodName,
  periodNames,
} from '../../../domain/analytics/period-choice.ts'
import type { Code } from '../../../domain/core/codes.ts'
import { todayIn } from '../../../domain/lib/zone-clock.ts'
import { type Command, type CommandContext, defineCommand } from '../../commands/command.ts'
import { type DashboardView, dashboardActions, dashboardParameters, readView } from './dashboard-view.ts'
import { sellerChoices } from './seller-choices.ts'

const when = 'page:dashboard !list'

/** Value of the choice "all sellers". */
const everySeller = 'all'

/** Commands of the dashboard; period, seller and profit are available everywhere. */
export const dashboardCommands: readonly Command[] = [
  defineCommand({
    id: 'dashboard.period',
    target: 'none',
    section: 'list',
    icon: 'calendar',
    keys: ['p'],
    when,
    args: [
      {
        name: 'period',
        kind: 'choice',
        choices: () =>
          periodNames.map((value) => ({
            value,
            labelKey: `dashboard:periods.${value}`,
            alsoKey: `keywords:values.dashboard.period.${value}`,
          })),
      },
    ],
    whyNot: whyNotOpen,
    run: (context, { period = '' }) => {
      const view = viewOf(context)
      const days = daysWritten(period)
      if (days !== null) show(context, { ...view, period: 'custom', days })
      if (!isPeriodName(period)) return
      if (period !== 'custom') {
        show(context, { ...view, period, days: daysOfPeriod(period, todayIn(context.country)) })
        return
      }
      show(context, { ...view, period })
      dashboardActions.current()?.askForDays()
    },
  }),
  defineCommand({
    id: 'dashboard.seller',
    target: 'none',
    section: 'list',
    icon: 'user',
    keys: ['s'],
    when,
    args: [
      {
        name: 'seller',
        kind: 'choice',
        choices: async (context, signal) => [
          { value: everySeller, labelKey: 'dashboard:everySeller' },
          ...(await sellerChoices(context, signal)),
        ],
      },
    ],
    // Sellers only see themselves.
    whyNot: (context) => (context.actor?.role === 'seller' ? 'FORBIDDEN' : whyNotOpen(context)),
    run: (context, { seller = everySeller }) =>
      show(context, { ...viewOf(context), seller: seller === everySeller ? null : seller }),
  }),
  defineCommand({
    id: 'dashboard.profit',
    target: 'none',
    section: 'go',
    icon: 'banknote',
    whyNot: (context) =>
      whyNotOpen(context) ??
      (context.actor !== null && admits('/advertising/list', context.actor) ? null : 'FORBIDDEN'),
    run: (context) => context.ports.navigate(paths.dashboard(dashboardParameters(viewOf(context)), 'profit')),
  }),
  defineCommand({
    id: 'dashboard.table',
    target: 'none',
    section: 'list',
    icon: 'list',
    keys: ['t'],
    when,
    whyNot: whyNotHere,
    run: () => dashboardActions.current()?.toggleTables(),
  }),
  defineCommand({
    id: 'dashboard.refresh',
    target: 'none',
    section: 'list',
    icon: 'refresh',
    keys: ['r'],
    when,
    whyNot: whyNotHere,
    run: () => dashboardActions.current()?.refresh(),
  }),
]

/** Parses days from palette text: `2026-11-16..2026-11-22`. */
function daysWritten(period: string): Days | null {
  const [startDate = '', endDate = ''] = period.split('..')
  const days = { startDate, endDate }
  return isPeriod(days) ? days : null
}

function whyNotOpen({ actor }: CommandContext): Code | null {
  return actor !== null && admits('/dashboard', actor) ? null : 'FORBIDDEN'
}

function whyNotHere(context: CommandContext): Code | null {
  return whyNotOpen(context) ?? (dashboardActions.current() === null ? 'NOT_FOUND' : null)
}

const show = ({ ports }: CommandContext, view: DashboardView): void =>
  ports.navigate(paths.dashboard(dashboardParameters(view)))

const viewOf = (context: CommandContext): DashboardView =>
  dashboardActions.current()?.view ?? readView(new URLSearchParams(), todayIn(context.country))
