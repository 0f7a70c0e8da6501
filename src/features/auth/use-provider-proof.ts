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
  clear: () => void
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
    setFailure(null)
    // Before any wait: a browser opens windows for a press alone.
    const opened = window.open('', '_blank', 'popup,width=520,height=680')
    if (opened === null) return setFailure({ code: 'SSO_WINDOW_BLOCKED', detail: '', errors: [] })
    // The provider gets no hold of this page, whatever headers a proxy leaves out.
    opened.opener = null
    request.current?.abort()
    const asked = new AbortController()
    const { signal } = asked
    request.current = asked
    setWaiting(way)
    try {
      const answer = await answerOf(way, opened, signal)
      await api.sessions.finishProviderProof({ provider: way.id, ...answer }, { signal })
      if (!signal.aborted) onProven?.()
    } catch (error) {
      if (!signal.aborted) setFailure(failureAt('answer', toFailure(error)))
    } finally {
      if (!signal.aborted) setWaiting(null)
    }
  }
  const answerOf = async ({ id }: Way, opened: Window, signal: AbortSignal) => {
    try {
      const { url, flow } = await api.sessions.beginProviderProof(id, { signal })
      const answer = takeAnswer(stateOf(new URL(url).search) ?? '', signal)
      opened.location.href = url
      return { flow, answer: await answer }
    } catch (error) {
      opened.close()
      throw error
    }
  }
  return { ways, waiting, failure, open: (way) => void open(way), clear: () => setFailure(null) }
}
