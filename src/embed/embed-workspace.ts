import { createAtom } from '@xstate/store'
import type { i18n } from 'i18next'
import { paths } from '../../domain/access/paths.ts'
import type { CountryCode } from '../../domain/core/countries.ts'
import type { SessionRecord } from '../../domain/users/user.ts'
import type { ChangeActor } from '../../machines/change/change-machine.ts'
import { callChange } from '../api/change-call.ts'
import type { Api } from '../api/create-api.ts'
import { createQueryClient } from '../api/query-client.ts'
import { type PortablePort, portableCommands } from '../app/commands/portable-commands.ts'
import type { AskedQuestion } from '../app/workspace/create-overlays.ts'
import { createPalette, type PaletteWorkspace } from '../app/workspace/create-palette.ts'
import { rememberRecords } from '../app/workspace/remember-records.ts'
import type { Command, CommandContext } from '../commands/command.ts'
import type { AskedForm, CommandPorts } from '../commands/command-ports.ts'
import { createNotify } from '../commands/create-notify.ts'
import { createRegistry, type Registry } from '../commands/create-registry.ts'
import {
  bindChange,
  createChangeHost,
  createRecordCreate,
  createRecordEdit,
  rememberingEdit,
} from '../features/changes/change-host.ts'
import { showChange } from '../features/changes/show-change.ts'
import { createBatchUndo } from '../features/changes/undo-changes.ts'
import { createSaveList } from '../features/exports/save-list.ts'
import type { KeptIn } from '../palette/ranking/recents.ts'
import { createRecordIndex } from '../palette/ranking/record-index.ts'
import { resourceCommands } from '../resources/resource-commands.ts'
import type { ToastStore } from '../ui/feedback/toast-store.ts'

/** Commands of the embedded palette: record commands and navigation, without shortcuts. */
export const createEmbedRegistry = (port: PortablePort): Registry =>
  createRegistry(
    [...resourceCommands, ...portableCommands(port)].map(
      (command: Command): Command => ({ ...command, keys: [] }),
    ),
  )

/** In-memory storage: nothing is left on another site. */
export const createMemory = (): KeptIn => {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
  }
}

type Input = {
  api: Api
  user: SessionRecord
  country: CountryCode
  i18n: i18n
  toasts: ToastStore
  /** Whether calls wait for the user to say who they are. */
  isHeld: () => boolean
  addLanguages: () => void
  /** Opens a path of the console. */
  navigate: (path: string) => void
  setCountry: (code: string) => void
  setLanguage: (code: string) => void
}

/** A workspace without screens, for one user in one country. */
export const createEmbedWorkspace = (input: Input) => {
  const { user, country, i18n, toasts, isHeld, addLanguages, navigate, setCountry, setLanguage } = input
  const records = createRecordIndex()
  const { api } = rememberRecords(input.api, country, records)
  const { t } = i18n
  const questions = createAtom<AskedQuestion | null>(null)
  const form = createAtom<AskedForm | null>(null)
  const asking = createAtom<ChangeActor | null>(null)

  const dryRun: CommandPorts['dryRun'] = (change, signal) => callChange(api, change, { dryRun: true, signal })
  const changes = createChangeHost(bindChange({ api, dryRun }), {
    ask: asking.set,
    onStart: (change, part) => {
      const redo = { run: (batchId: string) => takeBack([batchId], 'redo') }
      showChange(change, { toasts, t, longWork: api.longWork, isHeld, redo, ...part })
    },
    onChanged: () => undefined,
    onNothingToUndo: () => toasts.notify({ title: t('changes:nothingToUndo') }),
    onNothingToRedo: () => toasts.notify({ title: t('changes:nothingToRedo') }),
    takeBack: (batches, way) => takeBack(batches, way),
  })
  const takeBack = createBatchUndo({ undo: api.undo, toasts, t, isHeld, onTaken: changes.tookBack })

  const ports: PaletteWorkspace['ports'] = {
    api,
    navigate,
    confirm: (question) =>
      new Promise((resolve) => questions.set({ ...question, answer: (isYes) => resolve(isYes) })),
    fillIn: form.set,
    notify: createNotify(toasts, t),
    say: (key, values) => t(key, values ?? {}),
    openPalette: (at) => palette.open(at),
    exportList: createSaveList({ api, toasts, t }),
    change: (request, shown) => changes.start(request, { shown }),
    dryRun,
    edit: rememberingEdit(createRecordEdit(api), changes.rememberBatches),
    create: rememberingEdit(createRecordCreate(api), changes.rememberBatches),
    began: () => () => undefined,
    undoBatch: (batchId) => takeBack([batchId]),
    madeSince: changes.madeSince,
    offerUndo: (batchId) => {
      changes.rememberBatches([batchId])
      return { labelKey: 'changes:undo', batchId, run: () => void takeBack([batchId]) }
    },
    // Only the console's own screens have these.
    openHelp: () => navigate(paths.home()),
    openJobs: () => navigate(paths.home()),
    showHistory: () => navigate(paths.history()),
    revoke: ({ resource, id }) => navigate(paths.view(resource, id)),
    eraseCustomer: ({ phone }) => navigate(paths.list('orders', phone)),
  }
  const context = (): CommandContext => ({
    actor: user,
    country,
    resource: null,
    selection: null,
    active: null,
    shown: null,
    ports: { ...ports, list: null },
  })
  const registry = createEmbedRegistry({
    setCountry,
    setLanguage,
    undoLast: changes.undoLast,
    redoLast: changes.redoLast,
  })
  const palette = createPalette(
    { api, country, registry, user, ports, commandContext: context },
    { wholeContext: async () => context(), addLanguages, storage: createMemory(), records },
  )
  return { palette, questions, form, asking, queries: createQueryClient() }
}

export type EmbedWorkspace = ReturnType<typeof createEmbedWorkspace>
