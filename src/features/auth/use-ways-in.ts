import { useRef } from 'react'
import type { Credentials } from '../../../domain/users/account-fields.ts'
import type { ReadOptions } from '../../api/call-options.ts'
import { useAuth, useSignIn } from './auth-context.ts'
import { usePasskeyOffer, usePasskeyPrompt } from './use-passkey-prompt.ts'
import { useSignOn } from './use-sign-on.ts'

/**
 * The ways to log in, leading to `next`: `form`, that of the password; `passkey` and `signOn`, the buttons below it. The form says their
 * failures too, and sending it clears them. `isLocked`: a provider asks the person to sign in again.
 */
export const useWaysIn = (next: string | null, { isLocked = false } = {}) => {
  const { api } = useAuth()
  const signIn = useSignIn(next)
  const signOn = useSignOn(next, isLocked)
  const keeps = useRef(false)
  const question = {
    begin: (options: ReadOptions) => api.sessions.beginPasskey(null, options),
    onAnswer: (passkey: unknown) => signIn.onSend({ passkey, ...(keeps.current ? { keep: true } : {}) }),
  }
  const prompt = usePasskeyPrompt(question)
  usePasskeyOffer(question)
  return {
    form: {
      wait: signIn.wait,
      onCancel: signIn.onCancel,
      failure: signOn.failure ?? prompt.failure ?? signIn.failure,
      onSend: (credentials: Credentials) => {
        signOn.clear()
        prompt.clear()
        signIn.onSend(credentials)
      },
    },
    passkey: {
      isAsking: prompt.isAsking,
      onAsk: (keep = false) => {
        keeps.current = keep
        prompt.ask()
      },
    },
    signOn,
  }
}
