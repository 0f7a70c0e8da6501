import type { Actor } from '../../../../domain/access/actor.ts'
import type { Grantee } from '../../../../domain/access/permissions.ts'
import type { Route } from '../../../../domain/access/routes.ts'
import { isResourceName, type ResourceName } from '../../../../domain/resources.ts'
import { callbackOffers } from '../../../../domain/triage/callback-offers.ts'
import type { AnyRecord, CommandContext } from '../../../../src/commands/command.ts'
import type { ListPort } from '../../../../src/commands/command-ports.ts'
import { plainList } from '../../../../src/commands/screen-actions.ts'
import { calculatorActions } from '../../../../src/features/calculator/calculator-commands.ts'
import { callersActions, readCallersView } from '../../../../src/features/callers/callers-view.ts'
import { dashboardActions, readView } from '../../../../src/features/dashboard/dashboard-view.ts'
import { countActions, noHandoverActions } from '../../../../src/features/handovers/handover-commands.ts'
import { importActions } from '../../../../src/features/import/import-commands.ts'
import { keyboardActions } from '../../../../src/features/keyboard/keyboard-commands.ts'
import { labelActions } from '../../../../src/features/labels/label-commands.ts'
import { manifestPageActions } from '../../../../src/features/manifests/manifest-commands.ts'
import { noPayoutActions, payoutScreenActions } from '../../../../src/features/payouts/payout-commands.ts'
import { formActions } from '../../../../src/features/record-form/form-commands.ts'
import { recordScreen } from '../../../../src/features/record-page/record-page-commands.tsx'
import { scanSessionActions } from '../../../../src/features/scan-session/scan-session-commands.ts'
import { statusActions } from '../../../../src/features/status/status-commands.ts'
import { triageActions } from '../../../../src/features/triage/triage-commands.ts'
import type { PaletteView } from '../../../../src/palette/results/palette-view.ts'
import { wholeExpedition, wholeInvoice, wholeOrder, wholeShipping } from '../../../support/whole-records.ts'
import { consoleView } from '../palette/console-view.ts'
import { contextWith, recordingPorts } from '../palette/palette-context.ts'

const nothing = () => undefined
const actorId = 'u1'

/** Palette context of a route's screen: flags, list or record, screen actions. */
export const screenInView = (route: Route, grantee: Grantee): { view: PaletteView; leave: () => void } => {
  const resource = resourceOf(route)
  const isList = route.endsWith('/list') || route === '/affiliates/store'
  const isForm = /\/(add|edit)\b/.test(route) && route !== '/payouts/add'
  const isRecord = route.includes('/view/') && !route.startsWith('/invoices/')
  const page = pages[route]
  const list = shortLists[route] ?? (isList ? fullList : isRecord ? recordList : null)
  const isCaller = grantee === 'caller'
  const role = isCaller ? 'agent' : grantee
  const actor: Actor = {
    ...{ id: actorId, role, calls: isCaller, country: 'ic' },
    ...{ isEmailVerified: true, isActivated: true },
  }
  const context: CommandContext = contextWith({
    actor,
    resource: page === undefined && !route.includes('/add') ? resource : null,
    active: resource !== null && (isList || /\/(edit|view)\//.test(route)) ? recordOf(resource) : null,
    ports: { ...recordingPorts().ports, list, showList: async () => undefined },
  })
  const flags = [
    ...(isList || isRecord ? ['list', `resource:${resource}`] : []),
    ...(isRecord ? ['page:record'] : []),
    ...(route === '/shippings/delivery/list' ? ['deliveries'] : []),
    ...(isForm ? ['record'] : []),
    ...(route === '/journal' ? ['list', 'history'] : []),
    ...(page === undefined ? [] : page.flags),
  ]
  if (isRecord && resource !== null) {
    const leave = recordScreen.show({ resource, id: 'one', walk: nothing, leave: nothing })
    return { view: consoleView(context, { flags }), leave }
  }
  const leave = isForm
    ? formActions.show({
        save: nothing,
        saveAnother: route.includes('/add') ? nothing : null,
        leave: nothing,
      })
    : (page?.show() ?? nothing)
  return { view: consoleView(context, { flags }), leave }
}

/** Screens without a list or form, with their screen actions. */
const pages: Partial<Record<Route, { flags: readonly string[]; show: () => () => void }>> = {
  '/dashboard': {
    flags: ['page:dashboard'],
    show: () =>
      dashboardActions.show({
        view: readView(new URLSearchParams(), '2026-11-24'),
        refresh: nothing,
        toggleTables: nothing,
        askForDays: nothing,
      }),
  },
  '/callers': {
    flags: ['page:callers', 'calls:board'],
    show: () =>
      callersActions.show({
        view: readCallersView(new URLSearchParams(), '2026-11-24', true),
        refresh: nothing,
        chosen: () => ({ id: 'o1', number: 14_958, name: 'Awa' }),
        step: nothing,
        save: nothing,
      }),
  },
  '/status': { flags: ['page:status'], show: () => statusActions.show({ refresh: nothing }) },
  '/calculator': {
    flags: ['page:calculator'],
    show: () => calculatorActions.show({ link: () => '', reset: nothing }),
  },
  '/shippings/labels': {
    flags: ['page:labels'],
    show: () =>
      labelActions.show({ print: nothing, chooseFormat: nothing, toggleSheet: nothing, leave: nothing }),
  },
  '/shippings/scan': {
    flags: ['page:scan-session', 'session:open'],
    show: () =>
      scanSessionActions.show({
        commit: nothing,
        typeCode: nothing,
        remove: nothing,
        toList: nothing,
        clear: nothing,
        print: nothing,
        isToAgree: true,
        agree: () => undefined,
        hasManifest: true,
        printManifest: nothing,
        leave: nothing,
      }),
  },
  '/manifests/print': {
    flags: ['page:manifests'],
    show: () => manifestPageActions.show({ print: nothing, leave: nothing }),
  },
  '/handovers/count': {
    flags: ['page:count-cash'],
    show: () => countActions.show({ ...noHandoverActions, recount: nothing }),
  },
  '/handovers/receipt/:id': {
    flags: ['page:receipt'],
    show: () => countActions.show({ ...noHandoverActions, print: nothing, next: nothing, leave: nothing }),
  },
  '/payouts/add': {
    flags: ['page:pay-out'],
    show: () => payoutScreenActions.show({ ...noPayoutActions, payEverything: nothing, leaveForm: nothing }),
  },
  '/payouts/receipt/:id': {
    flags: ['page:payout-receipt'],
    show: () =>
      payoutScreenActions.show({ ...noPayoutActions, printReceipt: nothing, leaveReceipt: nothing }),
  },
  '/payouts/statement': {
    flags: ['page:statement'],
    show: () =>
      payoutScreenActions.show({
        ...noPayoutActions,
        printStatement: nothing,
        exportStatement: nothing,
        paySeller: nothing,
      }),
  },
  '/keyboard': {
    flags: ['page:keyboard'],
    show: () =>
      keyboardActions.show({
        active: null,
        record: nothing,
        remove: nothing,
        restore: nothing,
        restoreAll: nothing,
        focusFilter: nothing,
        focusFinder: nothing,
        saveFile: nothing,
        openFile: nothing,
      }),
  },
  '/orders/import': {
    flags: ['page:import'],
    show: () =>
      importActions.show({
        choose: nothing,
        template: nothing,
        start: nothing,
        cancel: nothing,
        columns: nothing,
        map: nothing,
        problems: nothing,
        undoEdit: nothing,
        redoEdit: nothing,
        retry: nothing,
        failedRows: nothing,
        undo: nothing,
        seeOrders: nothing,
      }),
  },
  '/orders/triage': {
    flags: ['page:triage', 'turn:order'],
    show: () =>
      triageActions.show({
        order: () => wholeOrder(),
        whyNotDecide: () => null,
        decide: nothing,
        callbackTimes: () => callbackOffers,
        callBack: () => true,
        skip: nothing,
        ask: nothing,
        call: nothing,
        lastOutcomeAt: () => 0,
        openedAt: 0,
        undo: nothing,
        pause: nothing,
        resume: nothing,
        hasPassed: () => true,
        again: nothing,
        query: '',
      }),
  },
  '/profile': { flags: ['page:profile'], show: () => nothing },
}

const shortList = plainList({
  move: nothing,
  moveTo: nothing,
  page: nothing,
  open: nothing,
  refresh: nothing,
  focusFilter: nothing,
  clearFilter: nothing,
})

const shortLists: Partial<Record<Route, ListPort>> = {
  '/journal': shortList,
  '/shippings/delivery/list': { ...shortList, openMenu: nothing },
}

const recordList: ListPort = { refresh: nothing, search: () => '', matching: null, openMenu: nothing }

const fullList: ListPort = {
  ...shortList,
  togglePeek: nothing,
  beginWalk: nothing,
  toggle: nothing,
  selectAll: nothing,
  clearSelection: nothing,
  openMenu: nothing,
  whyNotEditCell: () => null,
  editCell: nothing,
  openColumns: nothing,
  print: nothing,
  toggleDensity: nothing,
  ask: async () => undefined,
  sorts: () => [{ key: 'createdAt', labelKey: 'orders:fields.createdAt' }],
  sort: nothing,
  matching: async () => ({ where: {} }),
  views: {
    choices: () => [],
    show: nothing,
    current: () => ({ mayChange: true, isModified: true, isShared: false }),
    save: nothing,
    rename: nothing,
    update: async () => undefined,
    share: async () => undefined,
    remove: async () => undefined,
    whyNotDefault: () => null,
    setDefault: async () => undefined,
    hasDefault: () => true,
  },
}

const resourceOf = (route: Route): ResourceName | null => {
  const name = route.split('/')[1] ?? ''
  return isResourceName(name) ? name : null
}

const own = { country: 'ic', owner: actorId } as const

/** A record in view that belongs to the user. */
const recordOf = (resource: ResourceName): AnyRecord => {
  if (resource === 'orders') return wholeOrder(own)
  if (resource === 'shippings') return wholeShipping({ ...own, delivery: actorId })
  if (resource === 'expeditions') return wholeExpedition(own)
  if (resource === 'invoices') return wholeInvoice(own)
  // A handover can be undone by who received it; an event has a line without a product.
  const unmapped = [{ id: '1', sku: 'KIT-1', name: null }]
  return {
    ...wholeExpedition(own),
    id: `${resource}-1`,
    receivedBy: actorId,
    unmapped,
  } as object as AnyRecord
}
