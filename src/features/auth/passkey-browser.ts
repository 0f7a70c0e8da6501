import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import type { BrowserCode, Code } from '../../../domain/core/codes.ts'
import { ApiProblem } from '../../api/api-problem.ts'

/** Milliseconds after which browsers give up, at the latest; see `LIFETIME_MS` in server/auth/passkeys.ts. */
const BROWSER_PATIENCE_MS = 295_000

/** Has the browser ask for a passkey. @throws ApiProblem in words of the person; AbortError for one that another question replaced */
export const askForPasskey = (options: unknown): Promise<unknown> =>
  inWords(() => startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }))

/** Offers passkeys in the list that the browser fills fields from, until one is chosen or the question is replaced. */
export const offerPasskeys = (options: unknown): Promise<unknown> =>
  inWords(() =>
    startAuthentication({
      optionsJSON: options as PublicKeyCredentialRequestOptionsJSON,
      useBrowserAutofill: true,
    }),
  )

export const canOfferPasskeys = browserSupportsWebAuthnAutofill

/** Has the browser make a passkey. @throws as `askForPasskey` */
export const makePasskey = (options: unknown): Promise<unknown> =>
  inWords(() => startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }))

/** Ends the browser's question. */
export const stopAsking = (): void => WebAuthnAbortService.cancelCeremony()

const inWords = async (question: () => Promise<unknown>): Promise<unknown> => {
  if (!browserSupportsWebAuthn()) throw problem('PASSKEY_UNSUPPORTED')
  const began = performance.now()
  try {
    return await question()
  } catch (error) {
    const { name } = causeOf(error)
    if (name === 'AbortError') throw new DOMException('Replaced', 'AbortError')
    // Browsers do not tell a refusal from a wait that was too long, so that pages learn nothing.
    const isLate = performance.now() - began > BROWSER_PATIENCE_MS
    throw problem(
      name === 'NotAllowedError' && isLate ? 'PASSKEY_TIMED_OUT' : (codes[name] ?? 'PASSKEY_UNFIT'),
    )
  }
}

/** By the names of errors of the Web Authentication standard. */
const codes: Partial<Record<string, Code | BrowserCode>> = {
  NotAllowedError: 'PASSKEY_CANCELLED',
  InvalidStateError: 'PASSKEY_IS_KNOWN',
  SecurityError: 'PASSKEYS_UNAVAILABLE',
  NotSupportedError: 'PASSKEY_UNFIT',
  ConstraintError: 'PASSKEY_UNFIT',
  UnknownError: 'PASSKEY_UNFIT',
}

/** The library wraps errors of the browser; some pass as they are. */
const causeOf = (error: unknown): { name: string } => {
  if (!(error instanceof Error)) return { name: '' }
  return error.cause instanceof Error || error.cause instanceof DOMException ? error.cause : error
}

const problem = (code: Code | BrowserCode) => new ApiProblem({ code, message: code })
