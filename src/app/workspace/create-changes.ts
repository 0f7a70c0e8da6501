import type { ChangeReport, Target } from '../../../domain/changes/changes.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import type { ChangeActor, PendingChange } from '../../../machines/change/change-machine.ts'
import { callChange } from '../../api/change-call.ts'
import type { Api } from '../../api/create-api.ts'
import type { ChangeRequest, CommandPorts } from '../../commands/command-ports.ts'
import {
  bindChange,
  createChangeHost,
  createRecordEdit,
  createScreenChanges,
} from '../../features/changes/change-host.ts'
import { showChange } from '../../features/changes/show-change.ts'
import { i18n } from '../../i18n/i18n.ts'
import { importWithRetry } from '../../lazy/import-with-retry.ts'
import type { ToastStore } from '../../ui/feedback/toast-store.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { loadUndo } from './load-undo.ts'

/** After a change of more records the list is refetched instead of patched. */
const mostInPlace = 500

/** Maximum milliseconds that a change's toast waits for its refetched rows. */
const longestReread = 1000

type DetailWords = typeof import('../../features/changes/change-details.ts').changeDetails

type Input = Pick<Workspace, 'user' | 'country' | 'view'> & {
  api: Api
  toasts: ToastStore
  /** Asks whether to make a change. */
  ask: (change: ChangeActor) => void
  confirm: CommandPorts['confirm']
  /** Whether a call waits until the person has proved who they are. */
  isHeld: () => boolean
  /** Current shortcut of a command, for toasts. */
  keysFor: (command: string) => string | undefined
  loadTexts: (namespaces: readonly string[]) => Promise<unknown>
}

/** Changes of records with their dry runs, toasts and undo; the screen in view shows them in its rows. */
export const createChanges = ({
  api,
  user,
  country,
  view,
  toasts,
  ask,
  confirm,
  isHeld,
  keysFor,
  loadTexts,
}: Input) => {
  const { t } = i18n
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
    ask,
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
    onNothingToUndo: () => takeBackStored('undo'),
    onNothingToRedo: () => takeBackStored('redo'),
    takeBack: (batches, way) => takeBack(batches, way),
  })

  const { takeBack, takeBackStored } = loadUndo({
    batches: {
      undo: api.undo,
      toasts,
      t,
      isHeld,
      keysOf: keysFor,
      onTaken: (batches, by, way) => {
        changes.tookBack(batches, by, way)
        view.current()?.list?.refresh()
      },
    },
    stored: {
      list: api.changes.list,
      user,
      country,
      confirm,
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
  return { ...changes, takeBack, undoBatch, makeChange, editRecord, dryRun, details }
}

const requestOf = (change: PendingChange): ChangeRequest => ({ ...change, body: change.body ?? {} })

/** The courier's name, in the row of a parcel that they have. */
const courierNameIn = (row: object | null, courier: string): string | null => {
  const isTheirs = row !== null && 'delivery' in row && 'deliveryName' in row && row.delivery === courier
  return isTheirs && typeof row.deliveryName === 'string' ? row.deliveryName : null
}
