import { createAtom } from '@xstate/store'
import { paths } from '../../domain/access/paths.ts'
import type { Code } from '../../domain/core/codes.ts'
import { isCountryCode } from '../../domain/core/countries.ts'
import type { Proof } from '../../domain/users/second-factor.ts'
import type { SessionRecord } from '../../domain/users/user.ts'
import { codeOf } from '../../machines/failure.ts'
import { forcedCountry } from '../../machines/session/landing.ts'
import { createApi } from '../api/create-api.ts'
import { type AskedProof, askBy } from '../api/with-proof.ts'
import type { I18n } from '../i18n/create-i18n.ts'
import type { ToastStore } from '../ui/feedback/toast-store.ts'
import type { EmbedSettings } from './embed-options.ts'
import { createEmbedWorkspace, type EmbedWorkspace } from './embed-workspace.ts'

/** `isShown`: the palette is open and shows errors. */
export type EmbedState = { isShown: boolean } & (
  | { phase: 'loading' }
  | { phase: 'failed'; code: string }
  | { phase: 'ready'; workspace: EmbedWorkspace }
)

type Services = {
  settings: EmbedSettings
  texts: I18n
  toasts: ToastStore
  setLanguage: (code: string) => void
}

/** Loads the token's user eagerly, so that the palette opens at once, and builds its workspace. */
export const createEmbedSession = ({ settings, texts, toasts, setLanguage }: Services) => {
  const state = createAtom<EmbedState>({ phase: 'loading', isShown: false })
  const asked = createAtom<AskedProof | null>(null)
  const api = createApi({
    baseUrl: settings.apiUrl,
    token: settings.token,
    onProofNeeded: askBy(asked),
    language: () => texts.i18n.language,
    onUnauthorized: () => {
      const before = state.get()
      const isShown = before.isShown || (before.phase === 'ready' && isOpen(before.workspace))
      state.set({ phase: 'failed', code: 'UNAUTHORIZED', isShown })
      settings.onUnauthorized()
    },
  })
  let turn = 0
  let typed = ''

  const connect = async (): Promise<void> => {
    turn += 1
    const mine = turn
    state.set({ phase: 'loading', isShown: state.get().isShown })
    if (settings.token() === null && !state.get().isShown) {
      state.set({ phase: 'failed', code: 'UNAUTHORIZED', isShown: false })
      return
    }
    try {
      const [session] = await Promise.all([api.sessions.current(), texts.addLanguage(settings.language)])
      if (mine !== turn) return
      const gate = gateOf(session)
      if (gate === null) enter({ ...session, token: settings.token() ?? '' })
      else state.set({ phase: 'failed', code: gate, isShown: state.get().isShown })
    } catch (error) {
      if (mine !== turn) return
      // A TypeError means that a chunk failed to load.
      const code = error instanceof TypeError ? 'OFFLINE' : codeOf(error)
      state.set({ phase: 'failed', code, isShown: state.get().isShown })
    }
  }

  const enter = (user: SessionRecord, country = countryFor(user, settings.country)) => {
    const { isShown } = state.get()
    const workspace = createEmbedWorkspace({
      api,
      user,
      country,
      i18n: texts.i18n,
      toasts,
      isHeld: () => asked.get() !== null,
      addLanguages: texts.addLanguages,
      navigate: (path) => settings.onNavigate(settings.consoleUrl + path),
      setCountry: (code) => isCountryCode(code) && enter(user, code),
      setLanguage,
    })
    state.set({ phase: 'ready', isShown: false, workspace })
    if (isShown) workspace.palette.props.actor.send({ type: 'palette.open', query: typed })
    typed = ''
  }

  return {
    state,
    /** For calls that wait for the user to say who they are. */
    proof: {
      asked,
      prove: (proof: Proof) => api.sessions.prove(proof),
      openConsole: () => settings.onNavigate(settings.consoleUrl + paths.home()),
    },
    connect,
    /** Stores text typed before the palette has loaded. */
    type: (query: string): void => {
      typed = query
    },
    open: (): void => {
      const now = state.get()
      if (now.phase === 'ready') now.workspace.palette.open()
      else state.set({ ...now, isShown: true })
      if (now.phase === 'failed') void connect()
    },
    close: (): void => {
      const now = state.get()
      typed = ''
      if (now.phase === 'ready') now.workspace.palette.props.actor.send({ type: 'palette.close' })
      else state.set({ ...now, isShown: false })
    },
    isOpen: (): boolean => {
      const now = state.get()
      return now.isShown || (now.phase === 'ready' && isOpen(now.workspace))
    },
    end: (): void => {
      turn += 1
    },
  }
}

export type EmbedSession = ReturnType<typeof createEmbedSession>

const isOpen = ({ palette }: EmbedWorkspace): boolean => palette.props.actor.getSnapshot().hasTag('visible')

const gateOf = ({ isEmailVerified, isActivated }: Omit<SessionRecord, 'token'>): Code | null => {
  if (!isEmailVerified) return 'EMAIL_NOT_VERIFIED'
  return isActivated ? null : 'NOT_ACTIVATED'
}

const countryFor = (user: SessionRecord, asked: string | null) =>
  forcedCountry(user) ?? (isCountryCode(asked) ? asked : user.country)
