import { createAtom } from '@xstate/store'
import { scopeOf } from '../../../domain/access/permissions.ts'
import type { LiveEvent } from '../../../domain/changes/changes.ts'
import type { CountryCode } from '../../../domain/core/countries.ts'
import type { SessionRecord } from '../../../domain/users/user.ts'
import type { CommandPorts } from '../../commands/command-ports.ts'
import { createNotify } from '../../commands/create-notify.ts'
import { keysOf, withUserCommands } from '../../commands/create-registry.ts'
import { commandLabel } from '../../commands/run-command.ts'
import { createRecordCreate, rememberingEdit } from '../../features/changes/change-host.ts'
import { createMacros } from '../../features/macros/create-macros.ts'
import { i18n } from '../../i18n/i18n.ts'
import { createScanTargets } from '../../keyboard/scan-targets.tsx'
import { importWithRetry } from '../../lazy/import-with-retry.ts'
import { createRecordIndex } from '../../palette/ranking/record-index.ts'
import { createCommandLog } from '../../stores/command-log.ts'
import { createRecordWalks } from '../../stores/record-walks.ts'
import { createBindings } from '../../stores/shortcut-preferences-store.ts'
import { createUnsavedChanges } from '../../stores/unsaved-changes.ts'
import { createViewStore, watchView } from '../../stores/view-store.ts'
import { createRecordCache } from '../../workspace/record-cache.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { listsOf } from '../commands/nav-items.ts'
import { createConsoleRegistry } from '../commands/registry.ts'
import type { ConsoleServices } from '../services/console-services.ts'
import { createConsoleActions } from './console-actions.ts'
import { createChanges } from './create-changes.ts'
import { createFilterContext } from './create-filter-context.ts'
import { createOverlays } from './create-overlays.ts'
import { createRuns } from './create-runs.ts'
import { openLive } from './open-live.ts'
import { createPaletteOpener } from './palette-opener.ts'
import { createScanReader } from './read-scan.ts'
import { rememberRecords } from './remember-records.ts'
import { reportOutbox } from './report-outbox.ts'

type Input = {
  services: ConsoleServices
  user: SessionRecord
  country: CountryCode
  /** Resolves when the page has changed, or the navigation was blocked. */
  navigate: (...to: Parameters<CommandPorts['navigate']>) => void | Promise<void>
}

/** Builds services, commands and stores for one user in one country. */
export const createWorkspace = ({ services, user, country, navigate }: Input) => {
  const { t } = i18n
  const { layers, offline, outbox, proofs, settings, toasts } = services
  const isHeld = () => proofs.get() !== null
  const records = createRecordIndex()
  const { api, hear } = rememberRecords(services.api, country, records)
  const view = createViewStore()
  const unsaved = createUnsavedChanges()
  let pendingNavigations = 0
  /** Where the last pending navigation leads. */
  let heading = ''
  const go: CommandPorts['navigate'] = (path, options) => {
    pendingNavigations += 1
    heading = path
    void Promise.resolve(navigate(path, options)).finally(() => {
      pendingNavigations -= 1
    })
  }
  const overlays = createOverlays({ layers, unsaved })
  const queries = createRecordCache()
  const live = openLive(api, (event) => {
    hear(event)
    queries.markOutdated(event)
    if (namesRecords(event)) filters.references.outdate()
  })
  const palette = createPaletteOpener()
  layers.followAtom(palette.request, palette.cancel)
  const filters = createFilterContext({ api, user, country })

  /** Texts that toasts need before the rest of the language is loaded. */
  const loadTexts = (namespaces: readonly string[]) => i18n.loadNamespaces(namespaces)

  const log = createCommandLog({
    onLeftOut: (command) =>
      toasts.notify({ title: t('macros:leftOut', { command: commandLabel(command, t) }) }),
  })

  /** Current shortcut of a command, for toasts. */
  const keysFor = (command: string) => keysOf(effective.get(), command)

  const { confirm } = overlays
  const changes = createChanges({
    ...{ api, user, country, view, toasts, confirm, isHeld, keysFor, loadTexts },
    ask: overlays.asking.set,
  })
  /** For what is loaded when it is needed. */
  const sayLoadFailed = () => void toasts.notify({ tone: 'danger', title: t('public:chunk.title') })
  const preferences = services.preferencesOf(user.id)
  const macros = createMacros({
    preferences,
    log,
    toasts,
    t,
    registry: () => defaults,
    context: () => runs.commandContext(),
    whole: () => runs.wholeContext(),
    confirm,
    changes: {
      ...changes,
      change: (request, shown) => changes.makeChange(request, { isPart: true, shown }),
      edit: changes.editRecord,
    },
    takeBack: changes.takeBack,
    watch: () => watchView(view, () => pendingNavigations > 0),
    loadTexts: () => loadTexts(['macros']),
  })
  const port = createConsoleActions({
    services,
    user,
    preferences,
    unsaved,
    navigate: go,
    confirm,
    showSettings: (change) => overlays.appearance.set(change(overlays.appearance.get())),
    undoLast: () => changes.undoLast(log.undone),
    redoLast: changes.redoLast,
    macros: macros.port,
  })
  const defaults = createConsoleRegistry(port)
  const effective = createBindings(defaults, preferences)
  const registry = withUserCommands(defaults, { commands: macros.own, bindings: effective.get })

  const ports: Workspace['ports'] = {
    api,
    navigate: go,
    confirm,
    fillIn: overlays.form.set,
    notify: createNotify(toasts, t),
    say: (key, values) => t(key, values ?? {}),
    openPalette: palette.open,
    openHelp: () => overlays.help.set(true),
    openJobs: () => overlays.jobs.set(true),
    exportList: (request) =>
      void Promise.all([
        importWithRetry(() => import('../../features/exports/save-list.ts')),
        loadTexts(['jobs']),
      ]).then(([{ createSaveList }]) => createSaveList({ api, toasts, t })(request), sayLoadFailed),
    change: (request, shown) => changes.makeChange(request, { shown }),
    dryRun: changes.dryRun,
    edit: rememberingEdit(changes.editRecord, changes.rememberBatches),
    create: rememberingEdit(createRecordCreate(api), changes.rememberBatches),
    began: log.began,
    showList: async (request) => {
      const { createShowList } = await importWithRetry(() => import('./navigate-to-list.ts'))
      const lists = listsOf(user)
      await createShowList({ i18n, filterContext: filters, view, lists, navigate: go })(request)
    },
    undoBatch: changes.undoBatch,
    madeSince: changes.madeSince,
    offerUndo: (batchId) => {
      changes.rememberBatches([batchId])
      return {
        labelKey: 'changes:undo',
        keys: keysFor('console.undo'),
        batchId,
        run: () => changes.undoBatch(batchId),
      }
    },
    showHistory: overlays.history.set,
    revoke: overlays.revoking.set,
    eraseCustomer: overlays.erasing.set,
  }
  const runs = createRuns({ user, country, view, registry, ports })
  const waitingSellers = createAtom(0)
  /** Loaded for those who can activate. */
  const watchWaiting = () => {
    let stop: (() => void) | null = null
    if (scopeOf(user, 'user.activate') !== null)
      void import('./watch-waiting-sellers.ts')
        .then(({ watchWaitingSellers }) => {
          stop ??= watchWaitingSellers({ api, onLive: live.listen, count: waitingSellers })
        })
        .catch(() => undefined)
    return () => {
      stop ??= () => undefined
      stop()
    }
  }
  const workspace: Workspace = {
    api,
    queries,
    user,
    country,
    view,
    walks: createRecordWalks(),
    unsaved,
    settings,
    registry,
    filters,
    preferences,
    keys: {
      get defaults() {
        return defaults.bindings
      },
      effective,
    },
    ports,
    commandContext: runs.commandContext,
    run: (id) => runs.runWith(id, {}),
    runWith: runs.runWith,
    onLive: live.listen,
    waitingSellers,
    outbox,
    offline,
  }
  const scanTargets = createScanTargets()
  const readScan = createScanReader({
    ...{ api, role: user.role, ports, targets: scanTargets },
    path: () => (pendingNavigations > 0 ? heading : location.pathname),
  })
  return {
    workspace,
    scans: { targets: scanTargets, read: (digits: string) => void readScan(digits) },
    ...overlays,
    macros,
    log,
    reportOutbox: () => reportOutbox({ outbox, toasts, api, user, live, changes, keysFor }),
    live,
    watchWaiting,
    palette: { opener: palette, layers, records, wholeContext: runs.wholeContext },
    changes: { ...changes, asking: overlays.asking },
  }
}

export type ConsoleParts = ReturnType<typeof createWorkspace>

/** Whether records that filters name were added or renamed. */
const namesRecords = ({ resource, verb }: LiveEvent): boolean =>
  ['products', 'users', 'affiliates', 'packages'].includes(resource) &&
  /\.(?:create|take|update|register)$/.test(verb)
