import { fromPromise } from 'xstate'
import type { CountryCode } from '../../../domain/core/countries.ts'
import type { SignOn } from '../../../domain/users/single-sign-on.ts'
import type { SessionRecord } from '../../../domain/users/user.ts'
import { forcedCountry } from '../../../machines/session/landing.ts'
import {
  type Challenge,
  type CodeAnswer,
  patience,
  type Restored,
  type SignIn,
  sessionMachine,
} from '../../../machines/session/session-machine.ts'
import { ApiProblem } from '../../api/api-problem.ts'
import type { Api } from '../../api/create-api.ts'
import type { Ending } from '../../storage/stored-items.ts'
import type { CountryStore } from '../../stores/country-store.ts'
import type { KeptSessionStore, LockStore, SessionStore } from '../../stores/session-store.ts'
import type { SignOnStore } from '../../stores/sign-on-store.ts'

type SessionServices = {
  api: Api
  sessions: SessionStore
  locks: LockStore
  countries: CountryStore
  kept: KeptSessionStore
  signOns: SignOnStore
  /** The selected country may have changed. */
  onCountry: (code: CountryCode) => void
  /** The login asked to stay signed in, which the account may not. */
  onNotKept: () => void
  /** Clears what this ending of the user's session removes from the browser. */
  clear: (ending: Ending, user: string) => void
}

/** Binds the session machine to API and storage: session per tab, country persistent. */
export const bindSession = ({
  api,
  sessions,
  locks,
  countries,
  kept: keptSessions,
  signOns,
  onCountry,
  onNotKept,
  clear,
}: SessionServices): typeof sessionMachine => {
  const keep = (session: SessionRecord) => {
    const locked = locks.read()
    // Another user signed in after a lock.
    if (locked !== null && locked.email !== session.email) countries.clear()
    sessions.write(session)
    keptSessions.touch(session)
    const { id, country } = session
    const opened = forcedCountry(session) ?? countries.selectedBy(id) ?? country
    countries.write(opened, document.documentElement.lang, id)
    onCountry(countries.read())
  }
  const enter = ({ isKept, ...session }: SessionRecord, isMeant: boolean): SessionRecord => {
    clear('otherUser', session.id)
    signOns.clear()
    if (isKept === true) keptSessions.write(session)
    else if (isMeant) onNotKept()
    return session
  }
  return sessionMachine.provide({
    actors: {
      restore: fromPromise<Restored, void>(async ({ signal }) => {
        const kept = sessions.read()
        const session = kept === null ? null : await refreshed(api, kept, signal)
        // Another tab may have changed the country.
        if (session !== null) keep(session)
        return { session, locked: session === null ? locks.read() : null }
      }),
      signIn: fromPromise<SessionRecord | Challenge, SignIn>(async ({ input, signal }) => {
        const keep = input.keep === true
        if ('passkey' in input) return enter(await api.sessions.loginByPasskey(input, { signal }), keep)
        const answered =
          'signOn' in input
            ? finishSignOn(api, signOns, { ...input.signOn, ...(keep ? { keep } : {}) }, signal)
            : api.sessions.login(input, { signal })
        try {
          return enter(await answered, keep)
        } catch (error) {
          if (!(error instanceof ApiProblem) || error.challenge === undefined) throw error
          const { challenge, ways, signOutUrl } = error
          const email = 'signOn' in input ? '' : input.email
          return { challenge, ways, email, keep, ...(signOutUrl === undefined ? {} : { signOutUrl }) }
        }
      }),
      answer: fromPromise<SessionRecord, CodeAnswer>(
        async ({ input: { keep, ways: _, signOutUrl, ...input }, signal }) => {
          const step = { ...input, ...(keep ? { keep } : {}) }
          const session = await api.sessions.answerChallenge(step, { signal })
          return enter(signOutUrl === undefined ? session : { ...session, signOutUrl }, keep)
        },
      ),
      refresh: fromPromise<SessionRecord, SessionRecord | null>(({ input, signal }) => {
        if (input === null) throw new Error('nobody is signed in')
        return currentSession(api, input, AbortSignal.any([signal, AbortSignal.timeout(patience)]))
      }),
    },
    actions: {
      keep: (_, session) => keep(session),
      forget: ({ event }) => {
        const user = sessions.read()?.id
        const locked = locks.user()
        if (user !== undefined && event.type !== 'session.close') clear('expired', user)
        // Leaving the lock screen discards the locked session.
        if (locked !== null && event.type === 'session.close') clear('signedOut', locked)
        sessions.clear()
        countries.clear()
        onCountry(countries.read())
      },
      shelve: (_, locked) => {
        const id = sessions.read()?.id
        sessions.clear()
        locks.write({ ...locked, id })
      },
      release: () => locks.clear(),
      // Logout is local, whether or not the server is reached.
      revoke: ({ context, event }) => {
        void api.sessions.logout().catch(() => undefined)
        const ending = event.type === 'session.lock' ? 'locked' : 'signedOut'
        if (context.session !== null) clear(ending, context.session.id)
      },
    },
  })
}

/** An answer is accepted once: it is kept only as long as the server may not have had it. */
const finishSignOn = async (
  api: Api,
  signOns: SignOnStore,
  sent: SignOn & { keep?: boolean },
  signal: AbortSignal,
): Promise<SessionRecord> => {
  try {
    return await api.sessions.finishSignOn(sent, { signal })
  } catch (error) {
    if (error instanceof ApiProblem && !error.isOffline) signOns.spend()
    throw error
  }
}

/** Gates refreshed from the server; the stored session after a failed or slow call. */
const refreshed = async (api: Api, kept: SessionRecord, signal: AbortSignal): Promise<SessionRecord> => {
  const late = AbortSignal.timeout(patience)
  try {
    return await currentSession(api, kept, AbortSignal.any([signal, late]))
  } catch (error) {
    if (isNoWord(error) || (late.aborted && error === late.reason)) return kept
    throw error
  }
}

/** The session as the server has it now. @throws without an answer */
const currentSession = async (api: Api, kept: SessionRecord, signal: AbortSignal): Promise<SessionRecord> => {
  const current = await api.sessions.current({ signal, once: true })
  const { token, signOutUrl } = kept
  return { ...current, token, ...(signOutUrl === undefined ? {} : { signOutUrl }) }
}

/** No answer, rate limit, or server error: the session continues. */
const isNoWord = (error: unknown): boolean =>
  error instanceof ApiProblem && (error.isOffline || error.status === 429 || (error.status ?? 0) >= 500)
