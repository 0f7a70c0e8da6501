import { paths } from '../../../domain/access/paths.ts'
import { admits } from '../../../domain/access/routes.ts'
import { daysOfPeriod, isPeriodName, periodNames } from '../../../domain/analytics/period-choice.ts'
import { figureGroups } from '../../../domain/calls/caller-figures.ts'
import type { Code } from '../../../domain/core/codes.ts'
import { choiceOf } from '../../../domain/lib/field.ts'
import { todayIn } from '../../../domain/lib/zone-clock.ts'
import { type Command, type CommandContext, defineCommand } from '../../commands/command.ts'
import type { ChangeEnd } from '../../commands/command-ports.ts'
import { type CallersView, callersActions, callersParameters, readCallersView } from './callers-view.ts'

const when = 'page:callers !list'
const onBoard = 'page:callers calls:board !list'

const whyNotOpen = ({ actor }: CommandContext): Code | null =>
  actor !== null && admits('/callers', actor) ? null : 'FORBIDDEN'

const whyNotAdmin = (context: CommandContext): Code | null =>
  context.actor?.role === 'admin' ? null : 'FORBIDDEN'

const isHere = (): Code | null => (callersActions.current() === null ? 'NOT_FOUND' : null)

const viewOf = ({ country, actor }: CommandContext): CallersView =>
  callersActions.current()?.view ??
  readCallersView(new URLSearchParams(), todayIn(country), actor?.role === 'admin')

const show = ({ ports }: CommandContext, view: CallersView): void =>
  ports.navigate(paths.callers(callersParameters(view)))

/** A row of the board: its order is taken over, or freed. */
const turn = (verb: 'order.take-over' | 'order.free', look: Pick<Command, 'icon' | 'keys'>): Command =>
  defineCommand({
    ...look,
    id: verb === 'order.free' ? 'callers.free' : 'callers.take-over',
    target: 'none',
    section: 'record',
    when: onBoard,
    hidden: true,
    unrecorded: 'reported',
    whyNot: (context) =>
      whyNotAdmin(context) ??
      isHere() ??
      (callersActions.current()?.chosen() == null ? 'NOBODY_CALLS' : null),
    run: async ({ ports }): Promise<ChangeEnd> => {
      const order = callersActions.current()?.chosen()
      if (order == null) return { kind: 'failed', code: 'NOBODY_CALLS' }
      const { id, number, name } = order
      const end = await ports.change({
        kind: verb === 'order.free' ? 'free' : 'take-over',
        verb,
        effect: verb,
        subject: { number, name },
        resource: 'orders',
        target: { ids: [id] },
        count: 1,
        body: {},
        confirmation: 'never',
      })
      if (end.kind === 'done' && verb === 'order.take-over') ports.navigate(paths.callNow(id))
      return end
    },
  })

const onRows = (id: string, keys: readonly string[], run: (context: CommandContext) => void): Command =>
  defineCommand({
    id,
    target: 'none',
    section: 'list',
    icon: 'arrow-down',
    keys: [...keys],
    when: onBoard,
    hidden: true,
    unrecorded: 'quietly',
    whyNot: (context) => whyNotOpen(context) ?? isHere(),
    run,
  })

/** Who calls now, and figures of callers; period and grouping are available everywhere. */
export const callersCommands: readonly Command[] = [
  defineCommand({
    id: 'callers.period',
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
          periodNames
            .filter((value) => value !== 'custom')
            .map((value) => ({
              value,
              labelKey: `dashboard:periods.${value}`,
              alsoKey: `keywords:values.dashboard.period.${value}`,
            })),
      },
    ],
    whyNot: whyNotOpen,
    run: (context, { period = '' }) => {
      if (!isPeriodName(period) || period === 'custom') return
      const days = daysOfPeriod(period, todayIn(context.country))
      show(context, { ...viewOf(context), shows: 'figures', period, days })
    },
  }),
  defineCommand({
    id: 'callers.by',
    target: 'none',
    section: 'list',
    icon: 'layers',
    keys: ['b'],
    when,
    args: [
      {
        name: 'by',
        kind: 'choice',
        choices: () => figureGroups.map((value) => ({ value, labelKey: `callers:by.${value}` })),
      },
    ],
    whyNot: whyNotAdmin,
    run: (context, { by = '' }) => {
      const group = choiceOf(figureGroups, by)
      if (group !== null) show(context, { ...viewOf(context), shows: 'figures', by: group, figure: null })
    },
  }),
  defineCommand({
    id: 'callers.turn',
    target: 'none',
    section: 'list',
    icon: 'list',
    keys: ['v'],
    when,
    whyNot: (context) => whyNotAdmin(context) ?? isHere(),
    run: (context) => {
      const view = viewOf(context)
      show(context, { ...view, shows: view.shows === 'board' ? 'figures' : 'board', figure: null })
    },
  }),
  defineCommand({
    id: 'callers.save',
    target: 'none',
    section: 'list',
    icon: 'download',
    keys: ['Shift+e'],
    when,
    whyNot: (context) => whyNotOpen(context) ?? isHere(),
    run: () => callersActions.current()?.save(),
  }),
  defineCommand({
    id: 'callers.refresh',
    target: 'none',
    section: 'list',
    icon: 'refresh',
    keys: ['r'],
    when,
    whyNot: (context) => whyNotOpen(context) ?? isHere(),
    run: () => callersActions.current()?.refresh(),
  }),
  turn('order.take-over', { icon: 'phone-call', keys: ['t'] }),
  turn('order.free', { icon: 'phone-missed', keys: ['f'] }),
  onRows('callers.next', ['j', 'ArrowDown'], () => callersActions.current()?.step(1)),
  onRows('callers.previous', ['k', 'ArrowUp'], () => callersActions.current()?.step(-1)),
  onRows('callers.open', ['Enter'], ({ ports }) => {
    const order = callersActions.current()?.chosen()
    if (order != null) ports.navigate(paths.view('orders', order.id))
  }),
]
