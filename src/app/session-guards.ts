import {
  type LoaderFunctionArgs,
  redirect,
  replace,
  type ShouldRevalidateFunctionArgs,
} from 'react-router-dom'
import { type ActorRefFrom, waitFor } from 'xstate'
import type { SessionRecord } from '../../domain/users/user.ts'
import { consoleRedirect, landing, whyNotOpen } from '../../machines/session/landing.ts'
import type { sessionMachine } from '../../machines/session/session-machine.ts'

export type SessionActor = ActorRefFrom<typeof sessionMachine>

/** Says why a user is led from an address to their own screen. */
export type SayRedirected = (reason: 'unknown' | 'forbidden') => void

/** Route loaders that read the session machine. Each waits until the session is restored, then admits or redirects. */
export const createGuards = (session: SessionActor, sayRedirected: SayRedirected) => {
  const restored = () =>
    waitFor(session, (state) => !state.matches('restoring') && !state.matches('routing'), {
      timeout: Number.POSITIVE_INFINITY,
    })
  /** Where a signed-in user belongs who has nothing to do on a screen before the gates. */
  const home = ({ request }: LoaderFunctionArgs, user: SessionRecord, next: string | null) =>
    redirectFrom(request, landing(user, new URL(request.url).searchParams.get('next') ?? next))
  return {
    /** Screens around the account that anybody may open. */
    anybody: async () => {
      await restored()
      return null
    },
    /** The login and its like: only while no user is signed in. */
    signedOut: async (args: LoaderFunctionArgs) => {
      const { session: user, next } = (await restored()).context
      return user === null ? null : home(args, user, next)
    },
    /** A gate: for users who wait behind it, and for visitors who have just signed up. */
    gate: (name: 'unverified' | 'inactive') => async (args: LoaderFunctionArgs) => {
      const state = await restored()
      const { session: user, next } = state.context
      return user === null || state.matches(name) ? null : home(args, user, next)
    },
    /** The screens of the console: answers the user whom the route table admits. */
    console: async ({ request }: LoaderFunctionArgs) => {
      const { context } = await restored()
      const { pathname, search } = new URL(request.url)
      const to = consoleRedirect(context, pathname + search)
      if (to === null) return context.session
      const reason = whyNotOpen(context, pathname)
      if (reason !== null) sayRedirected(reason)
      return redirectFrom(request, to)
    },
  }
}

/** Guards depend on the path and the session: they rerun for another path and on `revalidate()`, not for another query. */
export const onPathOrSession = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search

/**
 * An address that is in the address bar already (first load, Back, a session that ended) is replaced: as an entry before
 * the one redirected to, it would send Back forward again. A link to it has not been pushed yet.
 */
const redirectFrom = (request: Request, to: string): Response => {
  const { pathname, search } = new URL(request.url)
  const isCurrent = location.pathname + location.search === pathname + search
  return isCurrent ? replace(to) : redirect(to)
}

type Router = {
  state: { location: { search: string } }
  navigate: (to: string, options: { replace: boolean }) => Promise<void>
  revalidate: () => Promise<void>
}

/** Makes the router follow the session: a sign-in leads on, any other change runs the guards of the open screen again. */
export const followSession = (session: SessionActor, router: Router): void => {
  let before = session.getSnapshot()
  session.subscribe((state) => {
    const { session: had, locked } = before.context
    const isRestoring = before.matches('restoring')
    before = state
    const { session: user, locked: isLocked, next } = state.context
    if (isRestoring || (user === had && isLocked === locked)) return
    if (had !== null || user === null) return void router.revalidate()
    const asked = new URLSearchParams(router.state.location.search).get('next')
    void router.navigate(landing(user, asked ?? next), { replace: true })
  })
}
