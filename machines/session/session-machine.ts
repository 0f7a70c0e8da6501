import { assign, setup } from 'xstate'
import { isRole } from '../../domain/access/permissions.ts'
import type { Credentials } from '../../domain/users/account-fields.ts'
import type { PasskeyLogin } from '../../domain/users/passkeys.ts'
import { isFactorDue, type SecondStepWay } from '../../domain/users/second-factor.ts'
import type { SignOn } from '../../domain/users/single-sign-on.ts'
import type { SessionRecord } from '../../domain/users/user.ts'
import { type Failure, toFailure } from '../failure.ts'
import { unimplementedAction, unimplementedActor } from '../unimplemented-actor.ts'

/** The user of a locked session: shown on the lock screen. Holds no token. */
export type Locked = Pick<SessionRecord, 'name' | 'email'>

/**
 * A login whose first step was right and whose second is awaited, in one of these ways. `email`: empty after an identity provider's
 * answer. `signOutUrl`: of that provider.
 */
export type Challenge = {
  challenge: string
  email: string
  keep: boolean
  ways: readonly SecondStepWay[]
  signOutUrl?: string
}

/** The second step: a code, or a passkey as the browser answered. */
export type SecondAnswer = { code: string } | { passkey: unknown }

/** What a second step is checked for. */
export type CodeAnswer = Challenge & SecondAnswer

/** Password, a passkey alone, or an identity provider's answer. */
export type SignIn = Credentials | PasskeyLogin | { signOn: SignOn; keep?: boolean }

/** The tab's stored state at page load. */
export type Restored = { session: SessionRecord | null; locked: Locked | null }

export type SessionContext = {
  session: SessionRecord | null
  locked: Locked | null
  /** Also while the first screen after the code is loading. */
  challenge: Challenge | null
  /** The path at which the session ended, opened after the next login. */
  next: string | null
  failure: Failure | null
}

export type SessionEvent =
  | { type: 'session.open'; credentials: SignIn; next?: string | null }
  /** The caller no longer waits for the answer. */
  | { type: 'signIn.cancel' }
  | ({ type: 'code.send' } & SecondAnswer)
  /** Back to the password. */
  | { type: 'code.cancel' }
  | { type: 'session.close' }
  /** Lock the screen; only the password unlocks it. */
  | { type: 'session.lock' }
  /** A call was answered 401. `path`: the current one. */
  | { type: 'session.expired'; path: string | null }
  /** The user changed their name. */
  | { type: 'session.renamed'; name: string }
  /** The user has the second factor that they must have. */
  | { type: 'session.enrolled' }
  /** Has the e-mail been verified, or the account activated? */
  | { type: 'gates.check' }
  | { type: 'failure.dismiss' }

/** Milliseconds between checks of a closed gate. */
const gateInterval = 30_000

/** Milliseconds after which a wait is shown and can be cancelled. */
export const patience = 10_000

/** Shown at the login after a 401. */
const sessionEnded: Failure = { code: 'UNAUTHORIZED', detail: 'Unauthorized', errors: [] }

const sessionOf = ({ event }: { event: { output: SessionRecord | Challenge } }) =>
  event.output as SessionRecord
const take = { type: 'take', params: sessionOf } as const
const keep = { type: 'keep', params: sessionOf } as const
const enter = { target: '#session.routing', actions: [take, keep, 'release', 'unlock'] } as const
const fail = {
  type: 'fail',
  params: ({ event: { error } }: { event: { error: unknown } }) => ({ error }),
} as const

/**
 * The session and its gates: restoring -> signedOut (idle, signingIn, failed, code) -> unverified -> inactive ->
 * unenrolled -> active. `restore`
 * resolves with the stored session, gates refreshed if the server answers, or null; a rejection ends the session. Locking
 * revokes the token and keeps only the user. Screens of each state: `landing`.
 */
export const sessionMachine = setup({
  types: { context: {} as SessionContext, events: {} as SessionEvent },
  actors: {
    restore: unimplementedActor<Restored, void>('restore'),
    signIn: unimplementedActor<SessionRecord | Challenge, SignIn>('signIn'),
    answer: unimplementedActor<SessionRecord, CodeAnswer>('answer'),
    refresh: unimplementedActor<SessionRecord, SessionRecord | null>('refresh'),
  },
  actions: {
    /** Stores the session for this tab, and selects the country: the stored selection if allowed, else the user's own. */
    keep: unimplementedAction<SessionRecord>('keep'),
    /** Clears the stored session and the selected country. */
    forget: unimplementedAction<undefined>('forget'),
    /** Revokes the token on the server, without waiting. */
    revoke: unimplementedAction<undefined>('revoke'),
    /** Clears the stored session and stores the locked user; the selected country stays. */
    shelve: unimplementedAction<Locked>('shelve'),
    /** Clears the locked user. */
    release: unimplementedAction<undefined>('release'),
    unlock: assign({ locked: null }),
    drop: assign({ session: null, challenge: null }),
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
    isUnenrolled: ({ context }) => context.session !== null && isFactorDue(context.session, Date.now()),
  },
  delays: { gateInterval, patience },
}).createMachine({
  id: 'session',
  initial: 'restoring',
  context: { session: null, locked: null, challenge: null, next: null, failure: null },
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
        { guard: 'isUnenrolled', target: 'unenrolled' },
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
        // Late 401 answers of the session that just ended.
        'session.expired': {},
        'session.lock': {},
        'session.close': {
          target: '.idle',
          actions: [
            'forget',
            'release',
            assign({ next: null, locked: null, challenge: null, failure: null }),
          ],
        },
      },
      states: {
        idle: {},
        signingIn: {
          initial: 'brief',
          entry: assign({ failure: null, challenge: null }),
          on: { 'signIn.cancel': 'idle' },
          states: { brief: { after: { patience: 'long' } }, long: {} },
          invoke: {
            src: 'signIn',
            id: 'signIn',
            input: ({ event }) => {
              if (event.type !== 'session.open') throw new Error(`nobody signs in on ${event.type}`)
              return event.credentials
            },
            onDone: [
              {
                guard: ({ event }) => 'challenge' in event.output,
                target: 'code',
                actions: assign({ challenge: ({ event }) => event.output as Challenge }),
              },
              enter,
            ],
            onError: [
              {
                // The locked user keeps their country after a wrong password.
                guard: 'isLocked',
                target: 'failed',
                actions: fail,
              },
              { target: 'failed', actions: [fail, 'forget'] },
            ],
          },
        },
        failed: {
          exit: assign({ failure: null }),
          on: { 'failure.dismiss': 'idle' },
        },
        code: {
          initial: 'asking',
          on: {
            'code.send': '.sending',
            'code.cancel': { target: 'idle', actions: assign({ challenge: null, failure: null }) },
          },
          states: {
            asking: {},
            sending: {
              initial: 'brief',
              entry: assign({ failure: null }),
              on: { 'signIn.cancel': 'asking', 'code.send': {} },
              states: { brief: { after: { patience: 'long' } }, long: {} },
              invoke: {
                src: 'answer',
                id: 'answer',
                input: ({ event, context: { challenge } }) => {
                  if (event.type !== 'code.send' || challenge === null)
                    throw new Error(`no code is sent on ${event.type}`)
                  const { type: _, ...answer } = event
                  return { ...challenge, ...answer }
                },
                onDone: enter,
                onError: [
                  {
                    guard: ({ event }) => toFailure(event.error).code === 'CHALLENGE_ENDED',
                    target: '#session.signedOut.failed',
                    actions: [fail, assign({ challenge: null })],
                  },
                  { target: 'asking', actions: fail },
                ],
              },
            },
          },
        },
      },
    },
    unverified: { initial: 'waiting', states: gate() },
    inactive: { initial: 'waiting', states: gate() },
    // Opened by its own screen alone, which shows recovery codes once.
    unenrolled: { initial: 'waiting', states: gate({ isPolled: false }) },
    active: {
      on: {
        'session.enrolled': {
          actions: [
            assign({ session: ({ context }) => context.session && withoutDue(context.session) }),
            { type: 'keep', params: ({ context }) => context.session! },
          ],
        },
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

const withoutDue = ({ secondFactorDue: _, ...session }: SessionRecord): SessionRecord => session

function lockedOf({ session }: SessionContext): Locked {
  if (session === null) throw new Error('nobody is signed in')
  return { name: session.name, email: session.email }
}

/** Polls the gate: the user gets in without signing in again. `unanswered`: waiting, after a check without an answer. */
function gate({ isPolled = true } = {}) {
  const waiting = {
    ...(isPolled ? { after: { gateInterval: 'checking' } as const } : {}),
    on: { 'gates.check': 'checking' },
  } as const
  return {
    waiting,
    unanswered: waiting,
    checking: {
      invoke: {
        src: 'refresh',
        id: 'refresh',
        input: ({ context }: { context: SessionContext }) => context.session,
        onDone: {
          target: '#session.routing',
          actions: [take, keep],
        },
        // Offline, slow or transient: keep the session until the next check.
        onError: 'unanswered',
      },
    },
  } as const
}
