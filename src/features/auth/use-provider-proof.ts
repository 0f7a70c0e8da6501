import { useEffect, useRef, useState } from 'react'
import { type Failure, failureAt, toFailure } from '../../../machines/failure.ts'
import { useAuth } from './auth-context.ts'
import { stateOf, takeAnswer } from './provider-answers.ts'

/** `id` and `name` of an identity provider. */
type Way = { id: string; name: string }

export type ProviderProof = {
  /** Those that the user's account is linked to. */
  ways: Way[]
  /** The provider whose window is open. */
  waiting: Way | null
  failure: Failure | null
  open: (way: Way) => void
}

/** Says who is at the keyboard by signing in again at an identity provider, in a window of its own. Without `onProven` no provider is offered. */
export const useProviderProof = (onProven?: () => void): ProviderProof => {
  const { api } = useAuth()
  const [ways, setWays] = useState<Way[]>([])
  const [waiting, setWaiting] = useState<Way | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const request = useRef<AbortController | null>(null)
  const isOffered = onProven !== undefined
  useEffect(() => {
    if (!isOffered) return
    const shown = new AbortController()
    api.profile.identities({ signal: shown.signal }).then(
      ({ items }) =>
        setWays(
          items.flatMap(({ providerId, provider }) =>
            providerId === null ? [] : [{ id: providerId, name: provider }],
          ),
        ),
      () => undefined,
    )
    return () => {
      shown.abort()
      request.current?.abort()
    }
  }, [api, isOffered])
  // Another press begins anew: nothing tells that the window was closed.
  const open = async (way: Way) => {
    request.current?.abort()
    const asked = new AbortController()
    const { signal } = asked
    request.current = asked
    setFailure(null)
    // Before any wait: a browser opens windows for a press alone.
    const opened = window.open('', '_blank', 'popup,width=520,height=680')
    if (opened === null) return setFailure({ code: 'SSO_WINDOW_BLOCKED', detail: '', errors: [] })
    setWaiting(way)
    try {
      const { url, flow } = await api.sessions
        .beginProviderProof(way.id, { signal })
        .catch((error: unknown) => {
          opened.close()
          throw error
        })
      const answer = takeAnswer(stateOf(new URL(url).search) ?? '', signal)
      opened.location.href = url
      await api.sessions.finishProviderProof({ provider: way.id, flow, answer: await answer }, { signal })
      if (!signal.aborted) onProven?.()
    } catch (error) {
      if (!signal.aborted) setFailure(failureAt('answer', toFailure(error)))
    } finally {
      if (!signal.aborted) setWaiting(null)
    }
  }
  return { ways, waiting, failure, open: (way) => void open(way) }
}
