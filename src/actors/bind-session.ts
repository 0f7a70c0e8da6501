import { fromPromise } from 'xstate'
import type { CountryCode } from '../../domain/countries.ts'
import type { Credentials, SessionRecord } from '../../domain/users/user.ts'
import { forcedCountry } from '../../machines/session/landing.ts'
import { sessionMachine } from '../../machines/session-machine.ts'
import { ApiProblem } from '../api/api-problem.ts'
import type { CountryStore } from '../api/country-store.ts'
import type { Api } from '../api/create-api.ts'
import type { SessionStore } from '../api/session-store.ts'

type SessionServices = {
  api: Api
  sessions: SessionStore
  countries: CountryStore
  /** The selected country may be another now. */
  onCountry: (code: CountryCode) => void
}

/** The session machine over the api and what the browser keeps: the record in this tab, the country for good. */
export const bindSession = ({
  api,
  sessions,
  countries,
  onCountry,
}: SessionServices): typeof sessionMachine => {
  const keep = (session: SessionRecord) => {
    sessions.write(session)
    const forced = forcedCountry(session)
    if (forced !== null) countries.write(forced, document.documentElement.lang)
    onCountry(countries.read())
  }
  return sessionMachine.provide({
    actors: {
      restore: fromPromise<SessionRecord | null, void>(async ({ signal }) => {
        const kept = sessions.read()
        return kept === null ? null : refreshed(api, kept, signal)
      }),
      signIn: fromPromise<SessionRecord, Credentials>(({ input, signal }) =>
        api.sessions.login(input, { signal }),
      ),
      refresh: fromPromise<SessionRecord, SessionRecord | null>(({ input, signal }) => {
        if (input === null) throw new Error('nobody is signed in')
        return refreshed(api, input, signal)
      }),
    },
    actions: {
      keep: (_, session) => keep(session),
      forget: () => {
        sessions.clear()
        countries.clear()
        onCountry(countries.read())
      },
      // Logging out is local: whether the server hears it or not.
      revoke: () => void api.sessions.logout().catch(() => undefined),
    },
  })
}

/** The gates as they are now; the kept record where nobody answers. */
const refreshed = async (api: Api, kept: SessionRecord, signal: AbortSignal): Promise<SessionRecord> => {
  try {
    return { ...(await api.sessions.current({ signal })), token: kept.token }
  } catch (error) {
    if (error instanceof ApiProblem && error.isOffline) return kept
    throw error
  }
}
