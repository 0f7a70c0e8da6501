import { useEffect, useRef, useState } from 'react'
import type { SignOnProviders } from '../../../domain/users/single-sign-on.ts'
import { type Failure, toFailure } from '../../../machines/failure.ts'
import { useAuth } from './auth-context.ts'

/** Buttons of the identity providers. Without providers nothing is shown. */
export type SignOnOffer = {
  providers: SignOnProviders['items']
  /** Id of the one whose page is being opened. */
  opening: string | null
  failure: Failure | null
  open: (provider: string, keep?: boolean) => void
  clear: () => void
}

/**
 * Logins at identity providers, from a login or lock screen; they come back to `next`. `isAnew`: a session that is open at the provider
 * is not enough.
 */
export const useSignOn = (next: string | null, isAnew: boolean): SignOnOffer => {
  const { api, signOns } = useAuth()
  const [providers, setProviders] = useState<SignOnProviders['items']>([])
  const [opening, setOpening] = useState<string | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const request = useRef<AbortController | null>(null)
  useEffect(() => {
    const shown = new AbortController()
    api.sessions.providers({ signal: shown.signal }).then(
      ({ items }) => setProviders(items),
      () => undefined,
    )
    return () => {
      shown.abort()
      request.current?.abort()
    }
  }, [api])
  useEffect(() => {
    // Back from the provider's page the browser may show this one as it was left.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && setOpening(null)
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [])
  const open = async (provider: string, keep = false) => {
    if (opening !== null) return
    const begun = new AbortController()
    request.current = begun
    setOpening(provider)
    setFailure(null)
    try {
      const { url, flow } = await api.sessions.beginSignOn(provider, { isAnew, signal: begun.signal })
      signOns.write({ provider, flow, next, keep })
      location.assign(url)
    } catch (error) {
      if (begun.signal.aborted) return
      setFailure(toFailure(error))
      setOpening(null)
    }
  }
  return {
    providers,
    opening,
    failure,
    open: (provider, keep) => void open(provider, keep),
    clear: () => setFailure(null),
  }
}
