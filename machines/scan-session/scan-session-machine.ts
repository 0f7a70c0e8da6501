import { and, assign, emit, enqueueActions, setup } from 'xstate'
import type { Actor } from '../../domain/access/actor.ts'
import { controlCode } from '../../domain/scans/scan-code.ts'
import { MAX_SCANS, scanChange } from '../../domain/scans/scan-session.ts'
import { codeOf, type Failure } from '../failure.ts'
import { unimplementedActor } from '../unimplemented-actor.ts'
import {
  afterCommit,
  agreed,
  isAccepted,
  isPending,
  isToAgree,
  judgedAnew,
  newScan,
  pendingCodes,
  recheckedCodes,
  redone,
  scannedCode,
  soundOf,
  takenBack,
  withParcels,
} from './scan-session-rules.ts'
import type {
  CommitEnd,
  CommitInput,
  LookedUp,
  ScanSessionContext,
  ScanSessionEmitted,
  ScanSessionEvent,
  StoredSession,
} from './scan-session-types.ts'

/** Printed code that commits the session. */
const doneCode = controlCode('done')

const noneCommitted = { result: null, committed: [], rechecked: [], recalled: null }

/**
 * A scan session: one action for many scanned parcels. Region `session`: choosing -> scanning -> committing -> committed (the
 * next scan goes on). Region `codes` looks up scanned codes: idle -> reading, or waiting while the server does not answer.
 * Scans stay until committed or removed.
 */
export const scanSessionMachine = setup({
  types: {
    context: {} as ScanSessionContext,
    events: {} as ScanSessionEvent,
    input: {} as { user: Actor; stored: StoredSession },
    emitted: {} as ScanSessionEmitted,
  },
  actors: {
    lookUp: unimplementedActor<LookedUp, readonly string[]>('lookUp'),
    commit: unimplementedActor<CommitEnd, CommitInput>('commit'),
  },
  delays: { retry: 5_000 },
  guards: {
    hasTask: ({ context }) => context.task !== null,
    hasPending: ({ context }) => pendingCodes(context).length > 0,
    /** Codes cannot be looked up now; a commit is blocked until their parcels are known. */
    isCutOff: ({ context }) => context.failure !== null && context.scans.some(isPending),
    isDoneCutOff: ({ context, event }) =>
      event.type === 'code.scanned' &&
      event.code === doneCode &&
      context.failure !== null &&
      context.scans.some(isPending),
    isDone: ({ event }) => event.type === 'code.scanned' && event.code === doneCode,
    isCommitAsked: ({ context }) => context.isCommitAsked,
    isAllKnown: ({ context }) => !context.scans.some(isPending),
    hasAccepted: ({ context }) => context.scans.some(isAccepted),
    isCollecting: ({ context }) => context.task !== null && scanChange(context.task) === null,
  },
  actions: {
    begin: assign(({ context, event }) => {
      if (event.type !== 'session.begin') return {}
      const { task } = event
      return { ...noneCommitted, task, scans: judgedAnew(context.scans, context.user, task) }
    }),
    leave: assign({ ...noneCommitted, task: null, last: null, isCommitAsked: false }),
    /** Codes of no parcel were shown with the session that they were scanned in. */
    dropUnknown: assign(({ context: { scans } }) => ({
      scans: scans.filter(({ verdict }) => verdict.kind !== 'unknown'),
    })),
    add: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'code.scanned') return
      const scanned = scannedCode(event)
      const { at: _, ...shown } = scanned
      const { code } = scanned
      const known = context.scans.find((scan) => scan.code === code)
      if (known !== undefined && isToAgree(known)) {
        enqueue.assign({ last: { ...shown, kind: 'scanned' }, scans: agreed(context.scans, code) })
        enqueue.emit({ type: 'scan.judged', sound: 'yes' })
        return
      }
      if (known !== undefined) {
        enqueue.assign({ last: { ...shown, kind: 'twice' }, twice: context.twice + 1 })
        enqueue.emit({ type: 'scan.judged', sound: 'twice' })
        return
      }
      if (context.scans.length >= MAX_SCANS) {
        enqueue.assign({ last: { ...shown, kind: 'full' } })
        enqueue.emit({ type: 'scan.judged', sound: 'no' })
        return
      }
      const scan = newScan(scanned)
      enqueue.assign({ last: { ...shown, kind: 'scanned' }, scans: [...context.scans, scan] })
      if (scan.verdict.kind === 'unknown') enqueue.emit({ type: 'scan.judged', sound: 'no' })
    }),
    remove: assign(({ context, event }) => {
      if (event.type !== 'scan.remove' || context.committing.includes(event.code)) return {}
      const { code } = event
      const last = context.last?.code === code ? null : context.last
      return { last, scans: context.scans.filter((scan) => scan.code !== code) }
    }),
    agree: assign(({ context, event }) =>
      event.type === 'scan.agree' ? { scans: agreed(context.scans, event.code) } : {},
    ),
    clear: assign({ ...noneCommitted, scans: [], last: null, twice: 0, isCommitAsked: false }),
    read: assign(({ context, event }) => {
      if (event.type !== 'session.read') return {}
      const { task, scans } = event.stored
      const known = new Map(context.scans.map((scan) => [scan.code, scan]))
      return { task, scans: scans.map((scan) => known.get(scan.code) ?? newScan(scan)) }
    }),
    expire: assign(({ context, event }) => {
      if (event.type !== 'parcels.changed') return {}
      const { ids } = event
      return {
        rechecked: recheckedCodes(context, ids),
        scans: context.scans.map((scan) =>
          scan.parcel !== null && ids.includes(scan.parcel.id) && !context.committing.includes(scan.code)
            ? { ...scan, isStale: true }
            : scan,
        ),
      }
    }),
    judge: enqueueActions(({ context, enqueue }, found: LookedUp) => {
      const back = takenBack(context, found)
      const scans = withParcels([...context.scans, ...back], found, context.user, context.task)
      const { recalled } = context
      const result = context.result ?? recalled?.result ?? null
      const again = redone(recalled, scans)
      const sound = back.length + again.length > 0 ? null : soundOf(context.scans, scans)
      const read = found.map(({ code }) => code)
      enqueue.assign({
        scans,
        failure: null,
        rechecked: context.rechecked.filter((code) => !read.includes(code)),
        ...(back.length > 0 && result !== null
          ? {
              result: null,
              committed: context.committed.filter((scan) => !back.includes(scan)),
              recalled: { result, scans: [...(recalled?.scans ?? []), ...back] },
            }
          : {}),
        ...(again.length > 0 && recalled !== null
          ? {
              result: recalled.result,
              last: null,
              committed: [...context.committed, ...again],
              recalled: { ...recalled, scans: recalled.scans.filter((scan) => !again.includes(scan)) },
              scans: scans.filter(({ code }) => !again.some((scan) => scan.code === code)),
            }
          : {}),
      })
      if (sound !== null) enqueue.emit({ type: 'scan.judged', sound })
    }),
    fail: assign((_, code: Failure['code']) => ({ failure: code, isCommitAsked: false })),
    askCommit: assign({ isCommitAsked: true, failure: null }),
    refuseCommit: emit({ type: 'scan.judged', sound: 'no' }),
    sayRefused: emit({ type: 'commit.refused' }),
    dropCommit: assign({ isCommitAsked: false, committing: [] }),
    hold: assign({
      isCommitAsked: false,
      committing: ({ context }) => context.scans.filter(isAccepted).map(({ code }) => code),
    }),
    collect: enqueueActions(({ context, enqueue }) => {
      const ids = context.scans.flatMap((scan) =>
        isAccepted(scan) && scan.parcel !== null ? [scan.parcel.id] : [],
      )
      enqueue.assign({ scans: [], last: null, twice: 0, task: null, isCommitAsked: false })
      enqueue.emit({ type: 'parcels.collected', ids })
    }),
    settle: assign(({ context }, end: CommitEnd) => {
      const { committing, scans, task } = context
      if (end.kind === 'failed') return { committing: [], failure: end.code as Failure['code'] }
      if (end.kind === 'cancelled' || task === null) return { committing: [] }
      const { report } = end
      return {
        committing: [],
        twice: 0,
        last: null,
        rechecked: [],
        recalled: null,
        committed: scans.filter(({ code }) => committing.includes(code)),
        scans: afterCommit(scans, committing, report),
        result: {
          task,
          changed: report?.counts.changed ?? committing.length,
          refused: report?.counts.refused ?? 0,
          manifests: report?.manifests ?? [],
        },
      }
    }),
  },
}).createMachine({
  id: 'scanSession',
  type: 'parallel',
  context: ({ input: { user, stored } }) => ({
    user,
    task: stored.task,
    scans: stored.scans.map(newScan),
    last: null,
    twice: 0,
    isCommitAsked: false,
    committing: [],
    committed: [],
    rechecked: [],
    recalled: null,
    result: null,
    failure: null,
  }),
  on: {
    'scan.remove': { actions: 'remove' },
    'scan.agree': { actions: 'agree' },
    'parcels.changed': { actions: 'expire' },
  },
  states: {
    session: {
      initial: 'opening',
      states: {
        opening: { always: [{ guard: 'hasTask', target: 'scanning' }, { target: 'choosing' }] },
        choosing: {
          on: {
            // Kept, and judged by the action chosen.
            'code.scanned': [{ guard: 'isDone', actions: 'refuseCommit' }, { actions: 'add' }],
            'session.begin': { target: 'scanning', actions: 'begin' },
            'session.clear': { actions: 'clear' },
            'session.read': { target: 'opening', actions: 'read' },
          },
        },
        scanning: {
          always: [
            {
              guard: and(['isCommitAsked', 'isAllKnown', 'hasAccepted', 'isCollecting']),
              target: 'choosing',
              actions: 'collect',
            },
            {
              guard: and(['isCommitAsked', 'isAllKnown', 'hasAccepted']),
              target: 'committing',
              actions: 'hold',
            },
            { guard: and(['isCommitAsked', 'isAllKnown']), actions: 'dropCommit' },
          ],
          on: {
            'session.begin': { actions: 'begin' },
            'session.leave': { target: 'choosing', actions: ['leave', 'dropUnknown'] },
            'session.clear': { actions: 'clear' },
            'session.commit': [
              { guard: 'isCutOff', actions: ['refuseCommit', 'sayRefused'] },
              { actions: 'askCommit' },
            ],
            'commit.cancel': { actions: 'dropCommit' },
            'session.read': { target: 'opening', actions: 'read' },
            'code.scanned': [
              { guard: 'isDoneCutOff', actions: ['refuseCommit', 'sayRefused'] },
              { guard: 'isDone', actions: 'askCommit' },
              { actions: 'add' },
            ],
          },
        },
        committing: {
          invoke: {
            src: 'commit',
            id: 'commit',
            input: ({ context: { task, scans, committing } }) => ({
              task: task!,
              parcels: scans.flatMap(({ code, parcel }) =>
                parcel !== null && committing.includes(code) ? [parcel] : [],
              ),
            }),
            onDone: [
              {
                guard: ({ event }) => event.output.kind === 'done',
                target: 'committed',
                actions: { type: 'settle', params: ({ event }) => event.output },
              },
              {
                target: 'scanning',
                actions: { type: 'settle', params: ({ event }) => event.output },
              },
            ],
            onError: {
              target: 'scanning',
              actions: ['dropCommit', { type: 'fail', params: ({ event }) => codeOf(event.error) }],
            },
          },
          // Scans made meanwhile belong to the next commit.
          on: { 'code.scanned': [{ guard: 'isDone' }, { actions: 'add' }] },
        },
        committed: {
          on: {
            'session.begin': { target: 'scanning', actions: ['dropUnknown', 'begin'] },
            'session.leave': { target: 'choosing', actions: ['leave', 'dropUnknown'] },
            'session.clear': { actions: 'clear' },
            'session.commit': { target: 'scanning', actions: 'askCommit' },
            'session.read': { target: 'opening', actions: 'read' },
            'code.scanned': [
              { guard: 'isDone', target: 'scanning', actions: 'askCommit' },
              { target: 'scanning', actions: ['dropUnknown', 'add'] },
            ],
          },
        },
      },
    },
    codes: {
      initial: 'idle',
      states: {
        idle: { always: { guard: 'hasPending', target: 'reading' } },
        reading: {
          invoke: {
            src: 'lookUp',
            id: 'lookUp',
            input: ({ context }) => pendingCodes(context),
            onDone: { target: 'idle', actions: { type: 'judge', params: ({ event }) => event.output } },
            onError: {
              target: 'waiting',
              actions: { type: 'fail', params: ({ event }) => codeOf(event.error) },
            },
          },
        },
        waiting: {
          after: { retry: 'idle' },
          on: { 'network.online': 'idle' },
        },
      },
    },
  },
})
