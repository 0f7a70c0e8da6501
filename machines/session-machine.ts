import { assign, setup } from 'xstate'
import { isRole } from '../domain/access/roles.ts'
import type { Credentials, SessionRecord } from '../domain/users/user.ts'
import { type Failure, toFailure } from './failure.ts'
import { mustBeProvided } from './must-be-provided.ts'

export type SessionContext = {
  session: SessionRecord | null
  /** Where the person was when the session ended, to go on from there. */
  next: string | null
  failure: Failure | null
}

export type SessionEvent =
  | { type: 'session.open'; credentials: Credentials; next?: string | null }
  | { type: 'session.close' }
  /** Some call was answered 401; `path` is where the person is. */
  | { type: 'session.expired'; path: string | null }
  /** Has the e-mail been verified, the account activated by now? */
  | { type: 'gates.check' }
  | { type: 'failure.dismiss' }

/** How often an account that waits behind a gate asks again. */
const gateInterval = 30_000

/**
 * Who is signed in, and past which gates: restoring -> signedOut (idle, signingIn, failed) -> unverified -> inactive ->
 * active. `restore` answers the kept record, its gates refreshed where the server answers, or null; what it rejects
 * with ends the session. Where each state belongs on the screen is `landing`.
 */
export const sessionMachine = setup({
  types: { context: {} as SessionContext, events: {} as SessionEvent },
  actors: {
    restore: mustBeProvided<SessionRecord | null, void>('restore'),
    signIn: mustBeProvided<SessionRecord, Credentials>('signIn'),
    refresh: mustBeProvided<SessionRecord, SessionRecord | null>('refresh'),
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
    /** Tells the server, whether it hears it or not. */
    revoke: (): void => {
      throw new Error('the action revoke must be provided')
    },
    drop: assign({ session: null }),
    take: assign((_, session: SessionRecord) => ({ session, failure: null })),
    fail: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
  },
  guards: {
    isUnknownRole: ({ context }) => context.session !== null && !isRole(context.session.role),
    isNobody: ({ context }) => context.session === null,
    isUnverified: ({ context }) => context.session?.isEmailVerified === false,
    isInactive: ({ context }) => context.session?.isActivated === false,
  },
  delays: { gateInterval },
}).createMachine({
  id: 'session',
  initial: 'restoring',
  context: { session: null, next: null, failure: null },
  on: {
    'session.expired': {
      target: '.signedOut',
      actions: ['forget', assign({ next: ({ context, event }) => event.path ?? context.next })],
    },
    'session.close': {
      target: '.signedOut',
      actions: ['revoke', 'forget', assign({ next: null })],
    },
  },
  states: {
    restoring: {
      invoke: {
        src: 'restore',
        id: 'restore',
        onDone: { target: 'routing', actions: assign({ session: ({ event }) => event.output }) },
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
        'session.close': {},
      },
      states: {
        idle: {},
        signingIn: {
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
              ],
            },
            onError: {
              target: 'failed',
              actions: [{ type: 'fail', params: ({ event }) => ({ error: event.error }) }, 'forget'],
            },
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
    active: {},
  },
})

/** A gate opens by itself: whoever waits behind it is let in without signing in again. */
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
        // Offline, or a moment's trouble: the session stands, the next check will tell.
        onError: 'waiting',
      },
    },
  } as const
}
