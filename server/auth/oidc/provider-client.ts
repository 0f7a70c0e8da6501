import * as openid from 'openid-client'
import { provingState } from '../../../domain/users/proving-state.ts'
import type { OidcProvider } from '../../config/oidc-providers.ts'
import { Refused } from '../../core/errors.ts'
import { shareReading } from '../../core/share-reading.ts'
import { keptLimit } from '../sessions.ts'

/** Seconds: a provider that has not answered by then is not reached. */
const PATIENCE = 10

/**
 * Seconds for which a session at the provider is good for a login, as long as one here is kept. Named, it makes the provider say
 * when the person signed in (OpenID Connect Core, 3.1.2.1).
 */
const OLDEST_LOGIN = keptLimit / 1000

/** Milliseconds for which the provider's metadata are not read again. */
const METADATA_KEPT_MS = 3_600_000

/** ProviderClaims of a person who signed in. */
export type ProviderClaims = Readonly<Record<string, unknown>> & { sub: string }

/** `state`, `nonce` and `verifier` bind the answer to this login. */
export type SignOnSecrets = { state: string; nonce: string; verifier: string }

/**
 * `signOutUrl`: the provider's page that ends its session too; null without one. `signedInFor`: milliseconds since the person signed in
 * there; null if the provider does not say.
 */
export type SignedOn = { claims: ProviderClaims; signOutUrl: string | null; signedInFor: number | null }

/** An open session at the provider is enough for a `login`, neither for the `unlock` of a screen nor for a `proof`. */
export type SignOnPurpose = 'login' | 'unlock' | 'proof'

export type ProviderClient = {
  provider: OidcProvider
  /** The provider's page. @throws Refused `SSO_UNAVAILABLE` */
  begin: (redirectUri: string, purpose: SignOnPurpose) => Promise<{ url: string; secrets: SignOnSecrets }>
  /**
   * Checks the answer and exchanges its code. `answered`: the return address, with the answer's query. `signedOutUri`: where the
   * provider's sign-out page leads to; null in a proof, which needs neither that page nor more claims than the subject.
   * @throws Refused `SSO_UNAVAILABLE`, `SSO_REFUSED`, `SSO_INVALID`
   */
  finish: (answered: URL, secrets: SignOnSecrets, signedOutUri: string | null) => Promise<SignedOn>
}

/** Talks to a provider; reads its metadata when first needed, so that the server starts without it. */
export const openProviderClient = (provider: OidcProvider): ProviderClient => {
  const discover = shareReading(() => discovery(provider), METADATA_KEPT_MS)
  const configuration = () => discover().catch(refuseUnreached)
  return {
    provider,
    begin: async (redirectUri, purpose) => {
      const config = await configuration()
      const isAnew = purpose !== 'login'
      const secrets = {
        state: `${purpose === 'proof' ? provingState : ''}${openid.randomState()}`,
        nonce: openid.randomNonce(),
        verifier: openid.randomPKCECodeVerifier(),
      }
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: provider.scope,
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(secrets.verifier),
        code_challenge_method: 'S256',
        max_age: String(isAnew ? 0 : OLDEST_LOGIN),
        ...(isAnew ? { prompt: 'login' } : {}),
      })
      return { url: url.href, secrets }
    },
    finish: async (answered, { state, nonce, verifier }, signedOutUri) => {
      const config = await configuration()
      const tokens = await openid
        .authorizationCodeGrant(config, answered, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        })
        .catch(refuse)
      const claims = tokens.claims()
      if (claims === undefined) throw new Refused('SSO_INVALID', { reason: 'no ID token' })
      const { userinfo_endpoint: userInfo, end_session_endpoint: endSession } = config.serverMetadata()
      // Many providers have the address there alone.
      const more =
        userInfo === undefined || claims.email !== undefined || signedOutUri === null
          ? {}
          : await openid.fetchUserInfo(config, tokens.access_token, claims.sub).catch(refuse)
      const signOutUrl =
        endSession === undefined || tokens.id_token === undefined || signedOutUri === null
          ? null
          : openid.buildEndSessionUrl(config, {
              id_token_hint: tokens.id_token,
              post_logout_redirect_uri: signedOutUri,
            }).href
      const { iat, auth_time: signedInAt } = claims
      // Both times are of the provider's clock.
      const signedInFor = signedInAt === undefined ? null : Math.max(0, iat - signedInAt) * 1000
      return { claims: { ...more, ...claims }, signOutUrl, signedInFor }
    },
  }
}

const discovery = ({ issuer, clientId, clientSecret, authentication }: OidcProvider) => {
  const send = { basic: openid.ClientSecretBasic, post: openid.ClientSecretPost }[authentication]
  return openid.discovery(
    new URL(issuer),
    clientId,
    undefined,
    clientSecret === undefined ? openid.None() : send(clientSecret),
    // The configuration allows http on this machine alone.
    { timeout: PATIENCE, execute: issuer.startsWith('http:') ? [openid.allowInsecureRequests] : [] },
  )
}

/** For the log. A cause's code would be taken for one of the database, so it goes along as text. */
const reasonOf = (error: unknown): string => {
  const { name, message, cause } = error as Error
  return [name, codeOf(error), message, codeOf(cause)].filter((part) => part !== undefined).join(' ')
}

const codeOf = (error: unknown): string | undefined => (error as { code?: string } | undefined)?.code

const refuseUnreached = (error: unknown): never => {
  throw new Refused('SSO_UNAVAILABLE', { reason: reasonOf(error) })
}

/** Codes of answers that are none of OpenID Connect: of a proxy, or of a provider in trouble. */
const unreached: ReadonlySet<string | undefined> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_ABORT',
  'OAUTH_PARSE_ERROR',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
])

const refuse = (error: unknown): never => {
  if (error instanceof openid.AuthorizationResponseError)
    throw new Refused('SSO_REFUSED', { reason: error.error })
  // `fetch` rejects so if it reaches nobody.
  const isNetwork = error instanceof TypeError && error.message === 'fetch failed'
  if (isNetwork || unreached.has(codeOf(error))) return refuseUnreached(error)
  throw new Refused('SSO_INVALID', { reason: reasonOf(error) })
}
