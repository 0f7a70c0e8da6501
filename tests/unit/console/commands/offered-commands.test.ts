import { describe, expect, test } from 'vitest'
import { type Grantee, grantees } from '../../../../domain/access/permissions.ts'
import { admits, type Route, routes } from '../../../../domain/access/routes.ts'
import { resourceNames, resources } from '../../../../domain/resources.ts'
import { navItems } from '../../../../src/app/commands/nav-items.ts'
import { availabilityOf, type Command, type CommandContext } from '../../../../src/commands/command.ts'
import { groupCommands } from '../../../../src/commands/command-groups.ts'
import type { ListPort } from '../../../../src/commands/command-ports.ts'
import { exportCommands } from '../../../../src/features/exports/export-commands.ts'
import { listCommands } from '../../../../src/features/list/list-commands.ts'
import { everyCommand, isOfScreen } from '../../../../src/palette/results/browse-sections.ts'
import { readSpecAccess } from '../../../support/access/read-spec-access.ts'
import { registry } from '../../../support/console-registry.ts'
import { wholeOrder } from '../../../support/whole-records.ts'
import { contextWith, recordingPorts } from '../palette/palette-context.ts'
import { screenInView } from './screens-in-view.ts'

const allRoutes = Object.keys(routes) as Route[]
const pairs = grantees.flatMap((role) =>
  allRoutes.filter((route) => admits(route, role)).map((route) => ({ role, route })),
)
const visibleCommands = registry.commands.filter(({ hidden }) => !hidden)

describe.each(pairs)('the palette of a $role at $route', ({ role, route }) => {
  const inView = <Result>(read: (view: ReturnType<typeof screenInView>['view']) => Result): Result => {
    const { view, leave } = screenInView(route, role)
    try {
      return read(view)
    } finally {
      leave()
    }
  }

  test('offers each command of the registry that the role may ever run, once and by its name', () => {
    const items = inView((view) => everyCommand(view).flatMap(({ items }) => items))
    expect(items.map(({ id }) => id.replace('command:', '')).toSorted()).toEqual(
      visibleCommands
        .filter((command) => rolesOf(command).includes(role))
        .map(({ id }) => id)
        .toSorted(),
    )
  })

  test('can run what is the screen’s own, and says of what is another screen’s that it is not there', () => {
    const wrong = inView((view) =>
      visibleCommands
        .filter((command) => screensOf(command) !== null && rolesOf(command).includes(role))
        .flatMap((command) => {
          const isHere = screensOf(command)!(route)
          const availability = availabilityOf(command, view.context)
          const isThere = !(availability.kind === 'refused' && availability.code === 'NOT_FOUND')
          if (isThere !== isHere) return `${command.id}: ${JSON.stringify(availability)}`
          return isHere && !isOfScreen(command, view) ? `${command.id} is no command of the screen` : []
        }),
    )
    expect(wrong).toEqual([])
  })

  test('asks which record is meant but where one of them is in view', () => {
    const wrong = inView((view) =>
      visibleCommands
        .filter((command) => command.target !== 'none' && rolesOf(command).includes(role))
        .filter((command) => {
          const asksWhich = availabilityOf(command, view.context).kind === 'needs-record'
          const isInView = view.context.active !== null && command.resource === view.context.resource
          return asksWhich === isInView
        })
        .map(({ id }) => id),
    )
    expect(wrong).toEqual([])
  })
})

test('every command is offered to some role, on a screen where it can run', () => {
  const ran = new Set(
    pairs.flatMap(({ role, route }) => {
      const { view, leave } = screenInView(route, role)
      const ready = visibleCommands.filter(
        (command) => availabilityOf(command, view.context).kind !== 'refused',
      )
      leave()
      return ready.map(({ id }) => id)
    }),
  )
  expect(visibleCommands.filter(({ id }) => !ran.has(id)).map(({ id }) => id)).toEqual(waitForSomethingDone)
})

/** Commands about earlier actions: undo, repeat, macros. */
const waitForSomethingDone = [
  'console.cancel-job',
  'change.repeat',
  'macro.keep',
  'macro.edit',
  'macro.rename',
  'macro.delete',
]

const spec = readSpecAccess()
const everybody: readonly Grantee[] = grantees

/** Roles that may make a call, from the access table. */
const rolesThatMay = (call: string): readonly Grantee[] => {
  const found = [...spec.records, ...spec.plain].find((one) => one.call === call)
  if (found === undefined) throw new Error(`The table has no call ${call}.`)
  return grantees.filter((role) => found.reach[role] !== '-')
}

/** The API call of each command by its name; commands that are missing here change a status. */
const callsByAct: Record<string, (resource: string) => string> = {
  create: (resource) => `POST ${resource}`,
  edit: (resource) => `PUT ${resource}/{id}`,
  // Of an order by those who call, of a parcel by those who edit it.
  zone: (resource) => (resource === 'orders' ? 'POST orders/claim' : `PUT ${resource}/{id}`),
  comment: (resource) => `PUT ${resource}/comment`,
  'take-over': (resource) => `PUT ${resource}/take-over`,
  free: (resource) => `PUT ${resource}/free`,
  package: (resource) => `PUT ${resource}/{id}`,
  delete: (resource) => `PUT ${resource}/delete`,
  history: (resource) => `GET ${resource}/{id}/history`,
  export: (resource) => `POST ${resource}/download`,
  open: (resource) => `GET ${resource}/{id}`,
  print: (resource) => `GET ${resource}/{id}`,
  'print-labels': () => 'POST shippings/labels',
  'by-role': (resource) => `GET ${resource}`,
  waiting: () => 'PUT users/activate',
  copy: (resource) => `GET ${resource}`,
  activate: () => 'PUT users/activate',
  deactivate: () => 'PUT users/activate',
  'let-call': () => 'PUT users/calls',
  'stop-calls': () => 'PUT users/calls',
  'set-password': () => 'PUT users/password/{id}',
  access: (resource) => `PUT ${resource}/access/{id}`,
  rotate: (resource) => `PUT ${resource}/rotate/{id}`,
  revoke: (resource) => `PUT ${resource}/revoke/{id}`,
  test: (resource) => `PUT ${resource}/test/{id}`,
  replay: (resource) => `PUT ${resource}/replay`,
  assign: () => 'PUT shippings/delivery',
  take: (resource) => `POST ${resource}/{id}/take`,
  // Who may record cash may undo that.
  undo: (resource) => (resource === 'handovers' ? 'POST handovers' : `POST ${resource}/{id}/undo`),
  restock: (resource) => `POST ${resource}/{id}/restock`,
  request: (resource) => `POST ${resource}/{id}/request`,
  import: () => 'POST orders/upload-multiple',
  triage: () => 'POST orders/claim',
  generate: () => 'POST invoices/generate',
  map: () => 'PUT intake/map',
  merge: () => 'PUT orders/merge',
  block: () => 'POST blocked',
  advertise: () => 'POST advertising',
  spend: () => 'POST advertising/check',
  profit: () => 'GET profit',
  calculate: (resource) => `GET ${resource}/{id}/rates`,
  message: (resource) => `PUT ${resource}/message`,
  receipt: (resource) => `GET ${resource}/{id}`,
}
const callsById: Record<string, string> = {
  'user.reset-second-factor': 'PUT users/reset-second-factor/{id}',
  'customer.orders': 'GET customers/{phone}',
  'customer.order': 'POST orders',
  'customer.call': 'GET customers/{phone}',
  'customer.block': 'POST blocked',
  'customer.export': 'GET customers/{phone}/export/file',
  'customer.erase': 'PUT customers/erase',
  'customer.retention': 'PUT customers/retention',
  'tariff.grid': 'POST tariffs/grid',
  'payout.pay': 'POST payouts',
  'payout.pay-all': 'POST payouts',
  'payout.statement': 'POST payouts',
  'invoice.pay-out': 'POST payouts',
  'callers.by': 'GET callers/board',
  'callers.turn': 'GET callers/board',
  'handover.earnings': 'PUT handovers/earnings',
  'ad-cost.paste': 'POST advertising/paste',
}
const callsByScreen: Record<string, string> = {
  dashboard: 'GET analytics',
  import: 'POST orders/upload-multiple',
  triage: 'POST orders/claim',
  callers: 'GET callers',
  status: 'GET status',
  journal: 'GET changes',
}

/** Commands for fewer roles than their call: the target status or the argument is restricted. */
const narrower: Record<string, readonly Grantee[]> = {
  'order.confirm': ['admin', 'caller'],
  'order.not-reachable': ['admin', 'caller'],
  'order.reopen': ['admin'],
  'shipping.return': ['admin', 'agent', 'caller'],
  'shipping.return-damaged': ['admin', 'agent', 'caller'],
  'shipping.lose': ['admin', 'agent', 'caller'],
  'shipping.reopen': ['admin'],
  'receipt.next': ['admin', 'agent', 'caller'],
  'dashboard.seller': ['admin', 'moderator'],
  'dashboard.profit': ['admin', 'seller'],
  'console.country': ['admin', 'seller'],
  'list.share-view': ['admin', 'agent', 'caller'],
  'payout.own-statement': ['seller'],
  'statement.pay': ['admin'],
}

const admittedTo = (route: Route): readonly Grantee[] => grantees.filter((one) => admits(route, one))

/** Roles that can run a command at all. */
const rolesOf = ({ id }: Command): readonly Grantee[] => {
  if (narrower[id]) return narrower[id]
  if (callsById[id]) return rolesThatMay(callsById[id])
  const [noun = '', act = ''] = id.split('.')
  if (noun === 'calculator') return admittedTo('/calculator')
  if (noun === 'labels') return admittedTo('/shippings/labels')
  if (noun === 'manifests') return admittedTo('/manifests/print')
  if (noun === 'scan-session') return admittedTo('/shippings/scan')
  if (noun === 'count-cash') return admittedTo('/handovers/count')
  if (noun === 'receipt') return admittedTo('/handovers/receipt/:id')
  if (noun === 'pay-out') return admittedTo('/payouts/add')
  if (noun === 'payout-receipt') return admittedTo('/payouts/receipt/:id')
  if (noun === 'statement') return admittedTo('/payouts/statement')
  const place = navItems.find((one) => one.id === id)
  if (place) return admittedTo(place.route)
  if (callsByScreen[noun]) return rolesThatMay(callsByScreen[noun])
  const resource = resourceNames.find((name) => resources[name].noun === noun)
  if (resource === undefined) return everybody
  return rolesThatMay(callsByAct[act]?.(resource) ?? `PUT ${resource}/status`)
}

const isListRoute = (route: Route) => route.endsWith('/list') || route === '/affiliates/store'
/** Excluded here: the printed invoice has no list to walk. */
const isRecordRoute = (route: Route) => route.includes('/view/') && !route.startsWith('/invoices/')
const shortListCommands = ['list.filter', 'list.clear-filter']
/** Commands that open a list, available everywhere. */
const sentences = ['list.select-by-sentence', 'list.filter-by-sentence']

/** Screens that offer a command; null if all do. */
const screensOf = ({ id }: Command): ((route: Route) => boolean) | null => {
  const [noun = ''] = id.split('.')
  if (id === 'form.save-another') return (route) => route.includes('/add') && route !== '/payouts/add'
  if (noun === 'form') return (route) => /\/(add|edit)\b/.test(route) && route !== '/payouts/add'
  if (id === 'list.refresh') {
    return (route) => isListRoute(route) || isRecordRoute(route) || route === '/journal'
  }
  if (shortListCommands.includes(id)) return (route) => isListRoute(route) || route === '/journal'
  if (sentences.includes(id)) return null
  if (id === 'list.row-menu') return (route) => isListRoute(route) || isRecordRoute(route)
  if (noun === 'list') return (route) => isListRoute(route) && route !== '/shippings/delivery/list'
  const page = screensById[id] ?? screensByNoun[noun]
  return page === undefined ? null : (route) => route === page
}

const screensByNoun: Record<string, Route> = {
  calculator: '/calculator',
  labels: '/shippings/labels',
  manifests: '/manifests/print',
  import: '/orders/import',
  triage: '/orders/triage',
  'count-cash': '/handovers/count',
  receipt: '/handovers/receipt/:id',
  'pay-out': '/payouts/add',
  'payout-receipt': '/payouts/receipt/:id',
  statement: '/payouts/statement',
}
const screensById: Record<string, Route> = {
  'dashboard.table': '/dashboard',
  'dashboard.refresh': '/dashboard',
  'scan-session.commit': '/shippings/scan',
  'scan-session.remove': '/shippings/scan',
  'scan-session.agree': '/shippings/scan',
  'scan-session.clear': '/shippings/scan',
  'scan-session.print-done': '/shippings/scan',
  'scan-session.print-manifest': '/shippings/scan',
  'keyboard.restore-all': '/keyboard',
  'keyboard.filter': '/keyboard',
  'keyboard.find': '/keyboard',
  'keyboard.export': '/keyboard',
  'keyboard.import': '/keyboard',
}

const commandOf = (id: string) => [...listCommands, ...exportCommands].find((command) => command.id === id)!

const ordersUnder = (list: Partial<ListPort>, changes: Partial<CommandContext> = {}): CommandContext => {
  const port: ListPort = {
    refresh: () => undefined,
    search: () => '',
    matching: async () => ({ where: {} }),
    selectAll: () => undefined,
    ...list,
  }
  return contextWith({
    resource: 'orders',
    active: wholeOrder(),
    ports: { ...recordingPorts().ports, list: port },
    ...changes,
  })
}

describe('what acts on everything that a list shows', () => {
  const faulty: Partial<ListPort> = { whyNotSelectAll: () => 'FILTER_NOT_APPLIED' }
  const selection = { count: 1, predicate: { ids: ['o1'] }, records: [wholeOrder()] }

  test.each(['list.select-all', 'order.export'])('%s is refused while the filter is not applied', (id) => {
    expect(availabilityOf(commandOf(id), ordersUnder({}))).toEqual({ kind: 'ready' })
    expect(availabilityOf(commandOf(id), ordersUnder(faulty))).toEqual({
      kind: 'refused',
      code: 'FILTER_NOT_APPLIED',
    })
  })

  test('the export of selected rows is not, nor that of another list', () => {
    const ready = { kind: 'ready' }
    expect(availabilityOf(commandOf('order.export'), ordersUnder(faulty, { selection }))).toEqual(ready)
    expect(availabilityOf(commandOf('product.export'), ordersUnder(faulty))).toEqual(ready)
  })
})

test('the key sheet has the keys of a screen under its name, those of lists and forms under theirs', () => {
  const groups = groupCommands(registry.commands, null)
  const titleOf = (id: string) =>
    groups.find(({ commands }) => commands.some((command) => command.id === id))?.titleKey
  expect(
    ['dashboard.period', 'triage.confirm', 'scan-session.commit', 'form.save', 'list.select-all'].map(
      titleOf,
    ),
  ).toEqual([
    'commands:go.dashboard.place',
    'commands:go.triage.place',
    'commands:go.scan.place',
    'help:sections.form',
    'help:sections.list',
  ])
  expect(groups.flatMap(({ commands }) => commands)).toHaveLength(registry.commands.length)
})
