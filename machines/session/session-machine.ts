import { assign, setup } from 'xstate'
import { isRole } from '../../domain/access/permissions.ts'
import type { Credentials } from '../../domain/users/account-fields.ts'
import type { SessionRecord } from '../../domain/users/user.ts'
import { type Failure, toFailure } from '../failure.ts'
import { unimplementedActor } from '../unimplemented-actor.ts'

/** Whose session is locked: enough to say so and to ask for their password, and nothing that opens anything. */
export type Locked = Pick<SessionRecord, 'name' | 'email'>

/** What the tab still knows when the page is loaded. */
export type Restored = { session: SessionRecord | null; locked: Locked | null }

export type SessionContext = {
  session: SessionRecord | null
  locked: Locked | null
  /** Where the person was when the session ended, to go on from there. */
  next: string | null
  failure: Failure | null
}

export type SessionEvent =
  | { type: 'session.open'; credentials: Credentials; next?: string | null }
  /** Nobody waits for the answer any more. */
  | { type: 'signIn.cancel' }
  | { type: 'session.close' }
  /** The screen is locked: only the password unlocks it. */
  | { type: 'session.lock' }
  /** Some call was answered 401; `path` is where the person is. */
  | { type: 'session.expired'; path: string | null }
  /** The person has given themselves another name. */
  | { type: 'session.renamed'; name: string }
  /** Has the e-mail been verified, the account activated by now? */
  | { type: 'gates.check' }
  | { type: 'failure.dismiss' }

/** How often an account that waits behind a gate asks again. */
const gateInterval = 30_000

/** A wait longer than this says so and can be given up. */
export const patience = 10_000

/** What the login says after a 401. */
const sessionEnded: Failure = { code: 'UNAUTHORIZED', detail: 'Unauthorized', errors: [] }

/**
 * Who is signed in, and past which gates: restoring -> signedOut (idle, signingIn, failed) -> unverified -> inactive ->
 * active. `restore` answers the kept record, its gates refreshed where the server answers, or null; what it rejects
 * with ends the session. A locked session is none: its token is revoked, only whose it was is kept. Where each state
 * belongs on the screen is `landing`.
 */
export const sessionMachine = setup({
  types: { context: {} as SessionContext, events: {} as SessionEvent },
  actors: {
    restore: unimplementedActor<Restored, void>('restore'),
    signIn: unimplementedActor<SessionRecord, Credentials>('signIn'),
    refresh: unimplementedActor<SessionRecord, SessionRecord | null>('refresh'),
  },
  actions: {
    /** Keeps the record for this tab, and selects the country of those who work in their own alone. */
    keep: (_, _session: SessionRecord): void => {
      throw new Error('the action keep must be provided')
    },
    /** Clears the kept record and the selected country. */
    forget: (): void => {
      throw new Error('the action forget must be provided')
    },
    /** Notifies the server, without waiting for an answer. */
    revoke: (): void => {
      throw new Error('the action revoke must be provided')
    },
    /** Clears the kept record and keeps whose it was; the selected country stays. */
    shelve: (_, _locked: Locked): void => {
      throw new Error('the action shelve must be provided')
    },
    /** Clears whose session was locked. */
    release: (): void => {
      throw new Error('the action release must be provided')
    },
    drop: assign({ session: null }),
    take: assign((_, session: SessionRecord) => ({ session, failure: null })),
    fail: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
  },
  guards: {
    isUnknownRole: ({ context }) => context.session !== null && !isRole(context.session.role),
    isNobody: ({ context }) => context.session === null,
    isUnverified: ({ context }) => context.session?.isEmailVerified === false,
    isLocked: ({ context }) => context.locked !== null,
    isSomebody: ({ context }) => context.session !== null,
    isInactive: ({ context }) => context.session?.isActivated === false,
  },
  delays: { gateInterval, patience },
}).createMachine({
  id: 'session',
  initial: 'restoring',
  context: { session: null, locked: null, next: null, failure: null },
  on: {
    'session.expired': {
      target: '.signedOut',
      actions: [
        'forget',
        assign({ next: ({ context, event }) => event.path ?? context.next, failure: sessionEnded }),
      ],
    },
    'session.close': {
      target: '.signedOut',
      actions: ['revoke', 'forget', 'release', assign({ next: null, locked: null })],
    },
    'session.lock': {
      guard: 'isSomebody',
      target: '.signedOut',
      actions: [
        'revoke',
        assign({ next: null, locked: ({ context }) => lockedOf(context) }),
        { type: 'shelve', params: ({ context }) => lockedOf(context) },
      ],
    },
  },
  states: {
    restoring: {
      invoke: {
        src: 'restore',
        id: 'restore',
        onDone: { target: 'routing', actions: assign(({ event }) => event.output) },
        onError: { target: 'signedOut', actions: 'forget' },
      },
    },
    routing: {
      always: [
        { guard: 'isNobody', target: 'signedOut' },
        { guard: 'isUnknownRole', target: 'signedOut', actions: 'forget' },
        { guard: 'isUnverified', target: 'unverified' },
        { guard: 'isInactive', target: 'inactive' },
        { target: 'active' },
      ],
    },
    signedOut: {
      initial: 'idle',
      entry: 'drop',
      on: {
        'session.open': {
          target: '.signingIn',
          actions: assign({ next: ({ context, event }) => event.next ?? context.next }),
        },
        // Late answers to calls of the session that has just ended.
        'session.expired': {},
        'session.lock': {},
        'session.close': {
          target: '.idle',
          actions: ['forget', 'release', assign({ next: null, locked: null, failure: null })],
        },
      },
      states: {
        idle: {},
        signingIn: {
          initial: 'brief',
          entry: assign({ failure: null }),
          on: { 'signIn.cancel': 'idle' },
          states: { brief: { after: { patience: 'long' } }, long: {} },
          invoke: {
            src: 'signIn',
            id: 'signIn',
            input: ({ event }) => {
              if (event.type !== 'session.open') throw new Error(`nobody signs in on ${event.type}`)
              return event.credentials
            },
            onDone: {
              target: '#session.routing',
              actions: [
                { type: 'take', params: ({ event }) => event.output },
                { type: 'keep', params: ({ event }) => event.output },
                'release',
                assign({ locked: null }),
              ],
            },
            onError: [
              {
                // Their country is theirs still, however often the password is mistyped.
                guard: 'isLocked',
                target: 'failed',
                actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
              },
              {
                target: 'failed',
                actions: [{ type: 'fail', params: ({ event }) => ({ error: event.error }) }, 'forget'],
              },
            ],
          },
        },
        failed: {
          exit: assign({ failure: null }),
          on: { 'failure.dismiss': 'idle' },
        },
      },
    },
    unverified: { initial: 'waiting', states: gate() },
    inactive: { initial: 'waiting', states: gate() },
    active: {
      on: {
        'session.renamed': {
          actions: [
            assign({
              session: ({ context, event }) => context.session && { ...context.session, name: event.name },
            }),
            { type: 'keep', params: ({ context }) => context.session! },
          ],
        },
      },
    },
  },
})

function lockedOf({ session }: SessionContext): Locked {
  if (session === null) throw new Error('nobody is signed in')
  return { name: session.name, email: session.email }
}

/** A gate opens by itself: the user waiting behind it gets in without signing in again. */
function gate() {
  return {
    waiting: {
      after: { gateInterval: 'checking' },
      on: { 'gates.check': 'checking' },
    },
    checking: {
      invoke: {
        src: 'refresh',
        id: 'refresh',
        input: ({ context }: { context: SessionContext }) => context.session,
        onDone: {
          target: '#session.routing',
          actions: [
            { type: 'take', params: ({ event }: { event: { output: SessionRecord } }) => event.output },
            { type: 'keep', params: ({ event }: { event: { output: SessionRecord } }) => event.output },
          ],
        },
        // Offline or a temporary error: keep the session, the next check decides.
        onError: 'waiting',
      },
    },
  } as const
}
