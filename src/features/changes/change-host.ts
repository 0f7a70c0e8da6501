import { createActor, fromPromise, waitFor } from 'xstate'
import type { OfferRequest } from '../../../domain/affiliates/store.ts'
import type { ChangeReport, Target } from '../../../domain/changes/changes.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import {
  type Applied,
  type ChangeActor,
  changeMachine,
  type PendingChange,
  type UndoInput,
} from '../../../machines/change/change-machine.ts'
import { newIdempotencyKey, type WriteOptions } from '../../api/call-options.ts'
import { callChange } from '../../api/change-call.ts'
import type { Api } from '../../api/create-api.ts'
import type {
  ChangeEnd,
  ChangeRequest,
  CommandPorts,
  CreateRequest,
  EditRequest,
  ShownDryRun,
} from '../../commands/command-ports.ts'
import type { ActiveScreen } from '../../stores/view-store.ts'

export type TakenWay = 'undo' | 'redo'

/**
 * `isPart`: one of several changes that are reported and undone together. `isShown`: the caller shows the confirmation and a
 * failed dry run.
 */
export type ChangePart = { isPart: boolean; isShown: boolean }

/** Callbacks of the host. */
type ChangeListener = {
  onStart: (change: ChangeActor, part: ChangePart) => void
  /** Opens the confirmation dialog of a change, unless the caller shows it. */
  ask: (change: ChangeActor) => void
  /** `count` records of the resource were changed. */
  onChanged: (resource: ResourceName, count: number) => void
  /** Records of the resource were put back, and may be in a filter again that they had left. */
  onPutBack?: (resource: ResourceName) => void
  /** A promise that these three return is waited for by the next undo or redo. */
  onNothingToUndo: () => unknown
  onNothingToRedo: () => unknown
  /** Undoes batches, last first, and reports the result. */
  takeBack: (batches: readonly string[], way: TakenWay) => unknown
}

/**
 * Runs each requested change in its own machine and keeps stacks for undo and redo, including changes not yet answered. A new
 * change clears the redo stack. Undos and redos wait for each other, so that keys pressed fast act in their order. `machine`: the change machine with its actors.
 */
export const createChangeHost = (machine: typeof changeMachine, listener: ChangeListener) => {
  const made: Made[] = []
  /** Batches of each undo, oldest first; redo reverts them. */
  const undone: (readonly string[])[] = []
  const gone = new Set<string>()
  const push = <Entry>(stack: Entry[], entry: Entry): void => {
    stack.push(entry)
    if (stack.length > mostRemembered) stack.shift()
  }
  /** Undos and redos without an answer yet. */
  const underWay = new Set<Promise<unknown>>()
  const follow = (work: unknown): void => {
    if (!(work instanceof Promise)) return
    underWay.add(work)
    const end = () => underWay.delete(work)
    work.then(end, end)
  }
  /** Runs at once, or after those under way: each finds what the one before it has left. */
  const inTurn = (run: () => void): void => {
    if (underWay.size === 0) run()
    else void Promise.allSettled(underWay).then(() => inTurn(run))
  }
  const remember = (undo: () => boolean, { isQueued = false } = {}): void =>
    push(made, { undo, isQueued, at: Date.now() })
  const rememberBatches = (batches: readonly string[]): void =>
    remember(() => {
      if (batches.every((id) => gone.has(id))) return false
      follow(listener.takeBack(batches, 'undo'))
      return true
    })
  return {
    /** `isPart`: the caller reports and undoes it together with others. `shown`: its dry run in the palette. */
    start: (
      request: ChangeRequest,
      { isPart = false, shown = null }: { isPart?: boolean; shown?: ShownDryRun | null } = {},
    ): Promise<ChangeEnd> => {
      // `always` opens the dialog, whatever was shown before.
      const seen = request.confirmation === 'unseen' ? shown : null
      const change: PendingChange =
        seen === null || seen.ask !== undefined ? request : { ...request, confirmation: 'never' }
      const actor = createActor(machine, {
        input: {
          change,
          expected: seen?.report,
          idempotencyKeys: { apply: newIdempotencyKey(), undo: newIdempotencyKey() },
          undoWindow,
        },
      })
      const unwatch = actor.subscribe((snapshot) => {
        if (!snapshot.matches('applying')) return
        unwatch.unsubscribe()
        undone.length = 0
        const undo = () => {
          const isAsked = takeBack(actor)
          if (isAsked) follow(rest(actor))
          return isAsked
        }
        if (!isPart) remember(undo)
      })
      actor.on('change.settled', ({ report }) => {
        if (report !== null) listener.onChanged(change.resource, report.counts.changed)
      })
      actor.on('change.undone', ({ report }) => {
        listener.onPutBack?.(change.resource)
        if (report.batchId !== null) push(undone, [report.batchId])
      })
      const end = endOf(actor)
      listener.onStart(actor, { isPart, isShown: seen?.ask !== undefined })
      actor.start()
      if (change.confirmation !== 'never') (seen?.ask ?? listener.ask)(actor)
      return end
    },
    /** `onUndone`: told if the stack had anything to undo. */
    undoLast: (onUndone: () => void = () => undefined): void =>
      inTurn(() => {
        while (made.length > 0) if (made.pop()?.undo()) return onUndone()
        follow(listener.onNothingToUndo())
      }),
    redoLast: (): void =>
      inTurn(() => {
        let batches = undone.pop()
        while (batches?.every((id) => gone.has(id))) batches = undone.pop()
        follow(batches === undefined ? listener.onNothingToRedo() : listener.takeBack(batches, 'redo'))
      }),
    /**
     * What undoes the last change since then, false if it is too late; null if there is none. Those sent by the outbox are
     * left out: screens with a queue undo them themselves.
     */
    madeSince: (since: number): (() => boolean) | null => {
      const last = made.findLast(({ isQueued, at }) => !isQueued && at > since)
      if (last === undefined) return null
      return () => {
        made.splice(made.indexOf(last), 1)
        return last.undo()
      }
    },
    /** Adds a change made elsewhere to the undo stack; `undo` returns false if it is too late. */
    remember,
    rememberBatches,
    /** Records that the batches `by` reverted `batches`, and can be reverted in turn. */
    tookBack: (batches: readonly string[], by: readonly string[], way: TakenWay): void => {
      for (const id of batches) gone.add(id)
      if (by.length === 0) return
      if (way === 'undo') push(undone, by)
      else rememberBatches(by)
    },
  }
}

/** Starts changes on the active screen, which may apply one itself (`change`) or queue it (`predict`). */
export const createScreenChanges =
  (screenNow: () => ActiveScreen | null, start: ChangeHost['start']): ChangeHost['start'] =>
  async (request, options) => {
    const screen = screenNow()
    const isUnseen = request.confirmation === 'unseen'
    // The palette or a macro asks first.
    if (isUnseen && options?.shown?.ask) return start(request, options)
    // A screen without `predict` confirms and applies the change itself.
    if (!screen?.predict && screen?.change?.(request)) return { kind: 'done', report: null }
    // A queued change can be discarded until it is sent.
    const isQueued = isUnseen && screen?.predict?.(request)
    return start(isQueued ? { ...request, confirmation: 'never' } : request, options)
  }

/** Resolves at the first outcome; retries are not awaited. */
const endOf = (actor: ChangeActor): Promise<ChangeEnd> =>
  new Promise((resolve) => {
    actor.on('change.settled', ({ report }) => resolve({ kind: 'done', report }))
    actor.subscribe((snapshot) => {
      if (snapshot.matches('cancelled')) resolve({ kind: 'cancelled' })
      if (snapshot.matches('failed')) {
        resolve({ kind: 'failed', code: snapshot.context.failure?.code ?? 'INTERNAL' })
      }
    })
  })

const takeBack = (actor: ChangeActor): boolean => {
  const snapshot = actor.getSnapshot()
  if (!snapshot.matches('undoable') && !(snapshot.matches('applying') && !snapshot.context.undoAsked))
    return false
  actor.send({ type: 'change.undo' })
  return true
}

/** Resolves when the change is neither applied nor undone any more, be it because that failed. */
const rest = (actor: ChangeActor): Promise<unknown> =>
  waitFor(actor, (snapshot) => !snapshot.matches('applying') && !snapshot.matches('undoing'))

export type ChangeHost = ReturnType<typeof createChangeHost>

const mostRemembered = 50

/** `undo`: false if it is too late or the change was not made. `isQueued`: sent by the outbox. `at`: epoch milliseconds. */
type Made = { undo: () => boolean; isQueued: boolean; at: number }

/** Milliseconds that `u` reaches back; older changes are undone in the history. */
const undoWindow = 10 * 60_000

/** Edits one record. */
export const createRecordEdit =
  (api: Pick<Api, 'update'>) =>
  ({ resource, record: { id, version }, input }: EditRequest): Promise<ChangeEnd> =>
    written((options) => api.update(resource, id, input as never, { ...options, version }))

/** Creates one record. */
export const createRecordCreate =
  (api: Pick<Api, 'create' | 'affiliates' | 'products'>) =>
  ({ resource, input, offer, product }: CreateRequest): Promise<ChangeEnd> =>
    written((options) => {
      if (product !== undefined) return api.products.restock(product, input as OfferRequest, options)
      if (offer === undefined) return api.create(resource, input as never, options)
      return resource === 'products'
        ? api.affiliates.take(offer, input, options)
        : api.affiliates.request(offer, input as OfferRequest, options)
    })

type Written = { id: string; number: number; version: number }

/** Makes a write of one record. Its batch, by which it is undone, comes with the answer. */
const written = async (write: (options: WriteOptions) => Promise<Written>): Promise<ChangeEnd> => {
  let batchId: string | null = null
  const { id, number, version } = await write({
    idempotencyKey: newIdempotencyKey(),
    onBatch: (id) => {
      batchId = id
    },
  })
  const counts = { changed: 1, refused: 0, refusedBy: {} }
  return { kind: 'done', report: { batchId, counts, changed: [{ id, number, version }], refused: [] } }
}

/** The same, registered for `u`. */
export const rememberingEdit =
  <Request>(edit: (request: Request) => Promise<ChangeEnd>, remember: (batches: readonly string[]) => void) =>
  async (request: Request): Promise<ChangeEnd> => {
    const end = await edit(request)
    const batchId = end.kind === 'done' ? end.report?.batchId : null
    if (batchId) remember([batchId])
    return end
  }

type Making = {
  api: Api
  dryRun: CommandPorts['dryRun']
  /** Takes a change that the screen in view sends later; false where it does not. */
  queue?: (change: PendingChange) => boolean
  /** `target`: of a change; none for an undo. */
  showRows?: (resource: ResourceName, report: ChangeReport, target?: Target) => Promise<void>
}

/**
 * Binds the change machine to the API: dry run, change, undo. The toast follows after `showRows`, so that the user acts on
 * refetched rows.
 */
export const bindChange = ({
  api,
  dryRun,
  queue = () => false,
  showRows = async () => undefined,
}: Making): typeof changeMachine =>
  changeMachine.provide({
    actors: {
      check: fromPromise<ChangeReport, PendingChange>(({ input, signal }) => dryRun(input, signal)),
      apply: fromPromise<Applied, { change: PendingChange; idempotencyKey: string }>(
        async ({ input, signal }) => {
          const { change, idempotencyKey } = input
          if (queue(change)) return { report: null, at: Date.now() }
          const report = await callChange(api, change, { idempotencyKey, signal })
          const at = Date.now()
          await showRows(change.resource, report, change.target)
          return { report, at }
        },
      ),
      undo: fromPromise<ChangeReport, UndoInput>(
        async ({ input: { batchId, resource, idempotencyKey }, signal }) => {
          const report = await api.undo(batchId ?? '', { idempotencyKey, signal })
          await showRows(resource, report)
          return report
        },
      ),
    },
  })
