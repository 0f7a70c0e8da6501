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

/** Toasts why a path was redirected. */
export type SayRedirected = (reason: 'unknown' | 'forbidden') => void

/** Route loaders as guards: each waits for the session to be restored, then admits or redirects. */
export const createGuards = (session: SessionActor, sayRedirected: SayRedirected) => {
  const restored = () =>
    waitFor(session, (state) => !state.matches('restoring') && !state.matches('routing'), {
      timeout: Number.POSITIVE_INFINITY,
    })
  /** Redirect of signed-in users from screens for visitors. */
  const home = ({ request }: LoaderFunctionArgs, user: SessionRecord, next: string | null) =>
    redirectFrom(request, landing(user, new URL(request.url).searchParams.get('next') ?? next))
  return {
    /** Account screens open to everybody. */
    anybody: async () => {
      await restored()
      return null
    },
    /** Login and sign-up: only without a session. */
    signedOut: async (args: LoaderFunctionArgs) => {
      const { session: user, next } = (await restored()).context
      return user === null ? null : home(args, user, next)
    },
    /** A gate: for users waiting behind it, and visitors who just signed up. */
    gate: (name: 'unverified' | 'inactive' | 'unenrolled') => async (args: LoaderFunctionArgs) => {
      const state = await restored()
      const { session: user, next } = state.context
      return user === null || state.matches(name) ? null : home(args, user, next)
    },
    /** Console screens: returns the user if the route table admits them. */
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

/** Guards depend on path and session: they rerun on another path and on `revalidate()`, not on another query. */
export const onPathOrSession = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search

/**
 * Replaces the history entry if the URL is already in the address bar (first load, Back, ended session); otherwise Back would
 * redirect forward again. A clicked link has no entry yet.
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

/** Connects router and session: a sign-in redirects, other changes rerun the guards. */
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
