import type { ActorRefFrom } from 'xstate'
import type { SessionRecord } from '../../../domain/users/user.ts'
import type { sessionMachine } from '../../../machines/session/session-machine.ts'
import {
  createKeptSessionStore,
  createLockStore,
  createSessionStore,
  isSessionRecord,
  type KeptSessionStore,
} from '../../stores/session-store.ts'

type Message =
  | { type: 'asked' }
  | { type: 'answered'; session: SessionRecord }
  /** A user signed out, or locked the screen. */
  | { type: 'ended'; user: string; by: 'session.close' | 'session.lock' }

/** Milliseconds for which other tabs are asked. */
const PATIENCE_MS = 250

const openChannel = (): BroadcastChannel | null =>
  'BroadcastChannel' in globalThis ? new BroadcastChannel('waybill-session') : null

/**
 * Finds the session of a new tab: the one that this device keeps, else that of another open tab, which is asked for it. It is
 * then stored for this tab like any other.
 */
export const adoptSession = async (): Promise<void> => {
  const sessions = createSessionStore()
  if (sessions.read() !== null || createLockStore().read() !== null) return
  const found = createKeptSessionStore().read() ?? (await askOtherTabs())
  if (found !== null) sessions.write(found)
}

/** A page that is left, or returned to, was used until then: the session that this device keeps is no longer idle. */
export const noteUse = (
  session: ActorRefFrom<typeof sessionMachine>,
  kept: KeptSessionStore = createKeptSessionStore(),
  page: EventTarget = document,
): void =>
  page.addEventListener('visibilitychange', () => {
    const user = session.getSnapshot().context.session
    if (user !== null) kept.touch(user)
  })

const askOtherTabs = (): Promise<SessionRecord | null> =>
  new Promise((resolve) => {
    const channel = openChannel()
    if (channel === null) return resolve(null)
    const answer = (session: SessionRecord | null) => {
      clearTimeout(timer)
      channel.close()
      resolve(session)
    }
    const timer = setTimeout(answer, PATIENCE_MS, null)
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.type === 'answered' && isSessionRecord(data.session)) answer(data.session)
    }
    channel.postMessage({ type: 'asked' } satisfies Message)
  })

/** Gives the session to new tabs that ask for it, and ends it in all tabs of its user once it is ended in one. */
export const shareSession = (session: ActorRefFrom<typeof sessionMachine>): void => {
  const channel = openChannel()
  if (channel === null) return
  const send = (message: Message) => channel.postMessage(message)
  let before = session.getSnapshot().context
  let isTold = false
  session.subscribe(({ context }) => {
    const { session: user, locked } = before
    before = context
    if (user === null || context.session !== null || isTold) return
    // An expired session ends in each tab by its own next call.
    if (context.locked !== null && locked === null) send({ type: 'ended', user: user.id, by: 'session.lock' })
    else if (context.failure === null) send({ type: 'ended', user: user.id, by: 'session.close' })
  })
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    const { session: user } = session.getSnapshot().context
    if (user === null) return
    if (data.type === 'asked') send({ type: 'answered', session: user })
    if (data.type !== 'ended' || data.user !== user.id) return
    isTold = true
    session.send({ type: data.by })
    isTold = false
  }
}
