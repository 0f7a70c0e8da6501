import { createAtom } from '@xstate/store'
import { scopeOf } from '../../../domain/access/permissions.ts'
import type { ChangeReport, LiveEvent, Target } from '../../../domain/changes/changes.ts'
import type { CountryCode } from '../../../domain/core/countries.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import type { SessionRecord } from '../../../domain/users/user.ts'
import type { ChangeActor, PendingChange } from '../../../machines/change/change-machine.ts'
import { callChange } from '../../api/change-call.ts'
import { type Command, type CommandContext, missingArguments } from '../../commands/command.ts'
import type {
  Arguments,
  AskedForm,
  ChangeRequest,
  CommandPorts,
  ErasedCustomer,
  HistoryRecord,
  Question,
  RevokedRecord,
  RunEnd,
} from '../../commands/command-ports.ts'
import { createNotify } from '../../commands/create-notify.ts'
import { keysOf, withUserCommands } from '../../commands/create-registry.ts'
import { commandLabel, commandOfRole, runCommand } from '../../commands/run-command.ts'
import {
  bindChange,
  createChangeHost,
  createRecordCreate,
  createRecordEdit,
  createScreenChanges,
  rememberingEdit,
} from '../../features/changes/change-host.ts'
import { showChange } from '../../features/changes/show-change.ts'
import { showOutbox, showQueued } from '../../features/delivery/show-outbox.ts'
import { createMacros } from '../../features/macros/create-macros.ts'
import { i18n } from '../../i18n/i18n.ts'
import { discardTyping } from '../../keyboard/key-buffer.tsx'
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
import { createFilterContext } from './create-filter-context.ts'
import { loadUndo } from './load-undo.ts'
import { openLive } from './open-live.ts'
import { createPaletteOpener } from './palette-opener.ts'
import { createScanReader } from './read-scan.ts'
import { rememberRecords } from './remember-records.ts'
import { createRetireUndone } from './retire-undone.ts'

type Input = {
  services: ConsoleServices
  user: SessionRecord
  country: CountryCode
  /** Resolves when the page has changed, or the navigation was blocked. */
  navigate: (...to: Parameters<CommandPorts['navigate']>) => void | Promise<void>
}

/** After a change of more records the list is refetched instead of patched. */
const mostInPlace = 500

/** Maximum milliseconds that a change's toast waits for its refetched rows. */
const longestReread = 1000

export type AskedQuestion = Question & { answer: (isYes: boolean) => void }

type DetailWords = typeof import('../../features/changes/change-details.ts').changeDetails

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
  const help = createAtom(false)
  const jobs = createAtom(false)
  /** Whether the settings dialog is open. */
  const appearance = createAtom(false)
  const questions = createAtom<AskedQuestion | null>(null)
  const form = createAtom<AskedForm | null>(null)
  const asking = createAtom<ChangeActor | null>(null)
  const history = createAtom<HistoryRecord | null>(null)
  const revoking = createAtom<RevokedRecord | null>(null)
  const erasing = createAtom<ErasedCustomer | null>(null)
  layers.followAtom(help, () => help.set(false))
  layers.followAtom(form, () => form.set(null))
  layers.followAtom(history, () => history.set(null))
  layers.followAtom(revoking, () => revoking.set(null))
  layers.followAtom(erasing, () => erasing.set(null))
  layers.followAtom(unsaved.pending, () => unsaved.answer(false))
  layers.followAtom(questions, () => {
    const question = questions.get()
    questions.set(null)
    question?.answer(false)
  })
  layers.followAtom(asking, () => {
    const change = asking.get()
    asking.set(null)
    if (change?.getSnapshot().hasTag('asking')) change.send({ type: 'change.cancel' })
  })
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

  const showRows = async (
    resource: ResourceName,
    { batchId, counts, changed }: ChangeReport,
    target?: Target,
  ) => {
    const current = view.current()
    if (current?.resource !== resource || batchId === null) return
    const ids = changed.map(({ id }) => id)
    // The next command acts on the same records, also where the change took them out of the filter.
    if (target !== undefined && 'where' in target && ids.length === counts.changed)
      current.list?.selectChanged?.(target.where, ids)
    if (counts.changed > mostInPlace) return
    const shown = current.list?.reread?.(batchId, ids).catch(() => undefined)
    await Promise.race([shown, new Promise((resolve) => setTimeout(resolve, longestReread))])
  }

  const whoChanged = async (resource: ResourceName, { refused, changed }: ChangeReport) => {
    const known = new Set([...changed, ...refused].map(({ id }) => id))
    const chosen = view.current()?.resource === resource ? view.current()?.peek()?.records : undefined
    const one = refused.find(({ number }) => number > 0) ?? chosen?.find(({ id }) => !known.has(id))
    if (one === undefined) return null
    const { describeLastChange } = await importWithRetry(
      () => import('../../features/changes/who-changed.ts'),
    )
    const record = { resource, id: one.id, number: one.number }
    return describeLastChange(record, { api, t, language: i18n.language, country, me: user.id, loadTexts })
  }
  /** Loaded while the change is made. */
  let detailWords: DetailWords | null = null
  const loadDetails = () =>
    Promise.all([
      importWithRetry(() => import('../../features/changes/change-details.ts')),
      loadTexts(['jobs']),
    ]).then(
      ([{ changeDetails }]) => {
        detailWords = changeDetails
      },
      () => undefined,
    )
  const details = (body: Record<string, unknown> | null): string => {
    const current = view.current()
    const rows: readonly (object | null)[] = [...(current?.peek()?.records ?? []), current?.active() ?? null]
    const nameOf = (courier: string) => rows.flatMap((row) => courierNameIn(row, courier) ?? [])[0]
    return detailWords?.(body, { t, language: i18n.language, country, nameOf }) ?? ''
  }
  const dryRun: CommandPorts['dryRun'] = async (change, signal) =>
    view.current()?.predict?.(requestOf(change)) ?? callChange(api, change, { dryRun: true, signal })
  const queue = (change: PendingChange) => view.current()?.change?.(requestOf(change)) ?? false
  const changes = createChangeHost(bindChange({ api, dryRun, queue, showRows }), {
    ask: asking.set,
    onStart: (change, part) => {
      void loadDetails()
      const redo = {
        keys: keysFor('console.redo'),
        run: (batchId: string) => void takeBack([batchId], 'redo'),
      }
      showChange(change, {
        toasts,
        t,
        longWork: api.longWork,
        isHeld,
        undoKeys: keysFor('console.undo'),
        whoChanged,
        details,
        redo,
        ...part,
      })
    },
    onChanged: (resource, count) => {
      const current = view.current()
      if (count > mostInPlace && current?.resource === resource) current.list?.refresh()
    },
    onPutBack: (resource) => {
      const current = view.current()
      if (current?.resource === resource) current.list?.refresh()
    },
    onNothingToUndo: () => void takeBackStored('undo'),
    onNothingToRedo: () => void takeBackStored('redo'),
    takeBack: (batches, way) => void takeBack(batches, way),
  })

  /** For what is loaded when it is needed. */
  const sayLoadFailed = () => void toasts.notify({ tone: 'danger', title: t('public:chunk.title') })
  const { takeBack, takeBackStored } = loadUndo({
    batches: {
      undo: api.undo,
      toasts,
      t,
      isHeld,
      keysOf: (command) => keysFor(command),
      onTaken: (batches, by, way) => {
        changes.tookBack(batches, by, way)
        view.current()?.list?.refresh()
      },
    },
    stored: {
      list: api.changes.list,
      user,
      country,
      confirm: (question) => ports.confirm(question),
      toasts,
      t,
      loadTexts,
    },
    onFailure: (way) => {
      const title = t(way === 'undo' ? 'changes:undoFailed' : 'changes:redoFailed')
      toasts.notify({ tone: 'danger', title, detail: t('public:chunk.detail') })
    },
  })
  const undoBatch = (batchId: string, what?: string) => void takeBack([batchId], 'undo', what)
  const makeChange = createScreenChanges(view.current, changes.start)
  const editRecord = createRecordEdit(api)
  const reportOutbox = () => {
    const tellers = {
      toasts,
      t,
      role: user.role,
      undoBatch,
      keysOf: keysFor,
      remember: (undo: () => boolean) => changes.remember(undo, { isQueued: true }),
      details,
    }
    const retireUndone = createRetireUndone({
      latest:
        scopeOf(user, 'change.list') === null
          ? null
          : () => api.changes.list({ where: { actor: user.id }, sort: '-at', limit: 30 }),
      toasts,
      words: () => t('errors:ALREADY_UNDONE'),
    })
    const stops = [
      live.listen(retireUndone),
      outbox.onResult((...result) => showOutbox(outbox, tellers, ...result)),
      outbox.onQueued((entries) => showQueued(outbox, tellers, entries)),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }

  const preferences = services.preferencesOf(user.id)
  const macros = createMacros({
    preferences,
    log,
    toasts,
    t,
    registry: () => defaults,
    context: () => workspace.commandContext(),
    whole: () => wholeSelection(view).then(contextOf),
    confirm: (question) => ports.confirm(question),
    changes: {
      ...changes,
      change: (request, shown) => makeChange(request, { isPart: true, shown }),
      edit: editRecord,
    },
    takeBack,
    watch: () => watchView(view, () => pendingNavigations > 0),
    loadTexts: () => loadTexts(['macros']),
  })
  const port = createConsoleActions({
    services,
    user,
    preferences,
    unsaved,
    navigate: go,
    confirm: (question) => ports.confirm(question),
    showSettings: (change) => appearance.set(change(appearance.get())),
    undoLast: () => {
      if (changes.undoLast()) log.undone()
    },
    redoLast: changes.redoLast,
    macros: macros.port,
  })
  const defaults = createConsoleRegistry(port)
  const effective = createBindings(defaults, preferences)
  const registry = withUserCommands(defaults, { commands: macros.own, bindings: effective.get })

  const ports: Workspace['ports'] = {
    api,
    navigate: go,
    confirm: (question) =>
      new Promise((resolve) => questions.set({ ...question, answer: (isYes) => resolve(isYes) })),
    fillIn: form.set,
    notify: createNotify(toasts, t),
    say: (key, values) => t(key, values ?? {}),
    openPalette: palette.open,
    openHelp: () => help.set(true),
    openJobs: () => jobs.set(true),
    exportList: (request) =>
      void Promise.all([
        importWithRetry(() => import('../../features/exports/save-list.ts')),
        loadTexts(['jobs']),
      ]).then(([{ createSaveList }]) => createSaveList({ api, toasts, t })(request), sayLoadFailed),
    change: (request, shown) => makeChange(request, { shown }),
    dryRun,
    edit: rememberingEdit(editRecord, changes.rememberBatches),
    create: rememberingEdit(createRecordCreate(api), changes.rememberBatches),
    began: log.began,
    showList: async (request) => {
      const { createShowList } = await importWithRetry(() => import('./navigate-to-list.ts'))
      const lists = listsOf(user)
      await createShowList({ i18n, filterContext: filters, view, lists, navigate: go })(request)
    },
    undoBatch,
    madeSince: changes.madeSince,
    offerUndo: (batchId) => {
      changes.rememberBatches([batchId])
      return {
        labelKey: 'changes:undo',
        keys: keysFor('console.undo'),
        batchId,
        run: () => undoBatch(batchId),
      }
    },
    showHistory: history.set,
    revoke: revoking.set,
    eraseCustomer: erasing.set,
  }
  const contextOf = (selection: CommandContext['selection']): CommandContext => {
    const current = view.current()
    return {
      actor: user,
      country,
      resource: current?.resource ?? null,
      selection,
      active: current?.active() ?? null,
      shown: null,
      ports: { ...ports, list: current?.list ?? null } satisfies CommandPorts,
    }
  }
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
    commandContext: () => contextOf(view.current()?.peek() ?? null),
    run: (id) => workspace.runWith(id, {}),
    runWith: (id, args) => {
      const asked = registry.get(id)
      if (asked === undefined) return
      const command = commandOfRole(asked, workspace.commandContext(), registry)
      const current = view.current()
      const isOfRows =
        command.needsRows ?? (command.target !== 'none' && command.resource === current?.resource)
      if (isOfRows && current?.list?.afterRows?.(() => workspace.runWith(command.id, args))) return
      const ran = (end: RunEnd) => {
        if (end.kind === 'refused' && asksForText(command, args)) discardTyping()
      }
      // Commands without a target run synchronously. The palette, which asks for arguments, reads the selection itself.
      if (command.target === 'none' || missingArguments(command, args).length > 0)
        void runCommand(command, workspace.commandContext(), args).then(ran)
      else
        void wholeSelection(view)
          .then((selection) => runCommand(command, contextOf(selection), args))
          .then(ran)
    },
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
    help,
    jobs,
    form,
    appearance,
    questions,
    history,
    revoking,
    erasing,
    macros,
    log,
    reportOutbox,
    live,
    watchWaiting,
    palette: { opener: palette, layers, records, wholeContext: () => wholeSelection(view).then(contextOf) },
    changes: { ...changes, asking },
  }
}

export type ConsoleParts = ReturnType<typeof createWorkspace>

const requestOf = (change: PendingChange): ChangeRequest => ({ ...change, body: change.body ?? {} })

const wholeSelection = async (view: Workspace['view']): Promise<CommandContext['selection']> =>
  (await view.current()?.selection()) ?? null

/** The courier's name, in the row of a parcel that they have. */
const courierNameIn = (row: object | null, courier: string): string | null => {
  const isTheirs = row !== null && 'delivery' in row && 'deliveryName' in row && row.delivery === courier
  return isTheirs && typeof row.deliveryName === 'string' ? row.deliveryName : null
}

/** Whether the command would ask for a text first. */
const asksForText = (command: Command, args: Arguments): boolean => {
  const [first] = missingArguments(command, args)
  return first?.kind === 'text'
}

/** Whether records that filters name were added or renamed. */
const namesRecords = ({ resource, verb }: LiveEvent): boolean =>
  ['products', 'users', 'affiliates', 'packages'].includes(resource) &&
  /\.(?:create|take|update|register)$/.test(verb)
