import { fromPromise } from 'xstate'
import type { Code } from '../../../domain/core/codes.ts'
import { outboxMachine, pauseAfter } from '../../../machines/outbox/outbox-machine.ts'
import type { OutboxEntry, SendOutcome } from '../../../machines/outbox/outbox-types.ts'
import { ApiProblem } from '../../api/api-problem.ts'
import { callChange } from '../../api/change-call.ts'
import type { Api } from '../../api/create-api.ts'
import { i18n } from '../../i18n/i18n.ts'
import { writeAmounts } from '../../i18n/write-amounts.ts'
import type { OfflineStore } from '../../stores/offline-store.ts'
import { createOutboxHost, type OutboxHost } from '../../stores/outbox-host.ts'
import { createPreferencesStore, type PreferencesStore } from '../../stores/shortcut-preferences-store.ts'
import type { AppServices } from './app-services.ts'

/** Services created when the console first opens; not loaded by public pages. */
export type ConsoleServices = AppServices & {
  outbox: OutboxHost
  /** Keyboard preferences; one store per user and page. */
  preferencesOf: (user: string) => PreferencesStore
}

export const createConsoleServices = (services: AppServices): ConsoleServices => {
  const { api, session, offline, toasts } = services
  writeAmounts(i18n)
  const signedIn = () => {
    const state = session.getSnapshot()
    return state.matches('active') ? (state.context.session?.id ?? null) : null
  }
  const outbox = createOutboxHost(bindOutbox({ api, store: offline, signedIn }), offline)
  const followSession = () => outbox.signIn(signedIn())
  session.subscribe(followSession)
  followSession()
  // Not needed by the login.
  void import('./shared-session.ts')
    .then(({ noteUse, shareSession }) => {
      shareSession(session)
      noteUse(session)
    })
    .catch(() => undefined)
  const stores = new Map<string, PreferencesStore>()
  const preferencesOf = (user: string) => {
    const preferences =
      stores.get(user) ??
      createPreferencesStore({
        user,
        calls: api.preferences,
        isSignedIn: () => signedIn() === user,
        onRefused: (code) =>
          toasts.notify({
            tone: 'danger',
            title: i18n.t('shortcuts:notKept'),
            detail: i18n.t(`errors:${code}`),
          }),
      })
    stores.set(user, preferences)
    return preferences
  }
  return { ...services, outbox, preferencesOf }
}

type OutboxServices = {
  api: Api
  store: OfflineStore
  /** The user whose token calls carry now. */
  signedIn: () => string | null
}

/** Binds the outbox to API and storage. Only one tab sends at a time. */
export const bindOutbox = (services: OutboxServices): typeof outboxMachine =>
  outboxMachine.provide({
    actors: {
      load: fromPromise<readonly OutboxEntry[], { user: string }>(({ input }) =>
        services.store.entries(input.user),
      ),
      send: fromPromise<SendOutcome, OutboxEntry>(({ input, signal }) =>
        alone(`outbox ${input.user}`, signal, () => sendEntry(services, input, signal)),
      ),
    },
    delays: {
      // Randomised, so that clients that lost the network together do not return together.
      backoff: ({ context }) => pauseAfter(context.tries) * (0.75 + Math.random() / 2),
    },
  })

const sendEntry = async (
  { api, store, signedIn }: OutboxServices,
  entry: OutboxEntry,
  signal: AbortSignal,
): Promise<SendOutcome> => {
  // Without storage only this page has the entry, so nobody else sent it.
  if (!(await store.hasEntry(entry.id).catch(() => true))) return { kind: 'gone' }
  if (signedIn() !== entry.user) throw new ApiProblem({ code: 'UNAUTHORIZED', message: 'Signed out' })
  const target = { ids: [entry.record.id] }
  const late = AbortSignal.timeout(patience)
  const options = { idempotencyKey: entry.id, signal: AbortSignal.any([signal, late]) }
  const outcome = await outcomeOf(() => callChange(api, { ...entry, target }, options), late)
  if (outcome.kind === 'refused') {
    await store.keepEntry({ ...entry, refusal: outcome.code }).catch(() => undefined)
  } else {
    await store.forgetEntry(entry.id).catch(() => undefined)
  }
  return outcome
}

/** Timeout in milliseconds: a dead connection would block the queue. Idempotency makes retries safe. */
const patience = 45_000

const outcomeOf = async (
  call: () => ReturnType<typeof callChange>,
  late: AbortSignal,
): Promise<SendOutcome> => {
  try {
    const report = await call()
    const [refused] = report.refused
    // Already in the wanted status: applied earlier, after the key expired.
    if (refused === undefined || refused.code === 'ALREADY_THERE') return { kind: 'sent', report }
    return { kind: 'refused', code: refused.code }
  } catch (error) {
    if (error instanceof ApiProblem && isNo(error)) return { kind: 'refused', code: error.code as Code }
    if (late.aborted && error === late.reason) throw new ApiProblem({ code: 'OFFLINE', message: 'Too late' })
    throw error
  }
}

/** Errors that a retry would not change. */
const isNo = ({ status, code }: ApiProblem): boolean =>
  status !== null && finalStatuses.includes(status) && !passingCodes.includes(code)

const finalStatuses: readonly number[] = [400, 403, 404, 409, 412, 413, 422]
const passingCodes: readonly ApiProblem['code'][] = [
  'IDEMPOTENCY_IN_FLIGHT',
  'CONFLICT',
  'EMAIL_NOT_VERIFIED',
  'NOT_ACTIVATED',
]

/** Runs `work` under a Web Lock, so that one tab does it at a time; without lock support at once. */
const alone = <Result>(name: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> =>
  globalThis.navigator?.locks === undefined ? work() : navigator.locks.request(name, { signal }, work)
