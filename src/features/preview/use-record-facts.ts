import { useEffect, useState } from 'react'
import type { RecordRef } from '../../../machines/palette/palette-types.ts'
import { keyOf, type PreviewCache, type RecordFacts } from './preview-cache.ts'

/** Long enough that walking through the list asks nothing, short enough to be there when the eye arrives. */
const rest = 90
/** An answer that is this quick needs no sign that it is awaited. */
const patience = 250

type Phase = 'waiting' | 'slow' | 'failed'

/** A record's facts, once somebody has rested on it; `phase` tells how the wait goes. Only the last one asked is told. */
export function useRecordFacts(
  ref: RecordRef,
  cache: PreviewCache,
): { facts: RecordFacts | null; phase: Phase } {
  const key = keyOf(ref)
  const [state, setState] = useState<{ key: string; facts: RecordFacts | null; phase: Phase }>(() => ({
    key,
    facts: null,
    phase: 'waiting',
  }))
  const { resource, id } = ref
  useEffect(() => {
    if (cache.peek({ resource, id })) return
    const request = new AbortController()
    const become = (facts: RecordFacts | null, phase: Phase) => {
      if (!request.signal.aborted) setState({ key: keyOf({ resource, id }), facts, phase })
    }
    const timers = [
      setTimeout(() => {
        cache.read({ resource, id }, request.signal).then(
          (facts) => {
            clearTimeout(timers[1])
            become(facts, 'waiting')
          },
          () => {
            clearTimeout(timers[1])
            become(null, 'failed')
          },
        )
      }, rest),
      setTimeout(() => become(null, 'slow'), patience),
    ]
    return () => {
      for (const timer of timers) clearTimeout(timer)
      request.abort()
    }
  }, [resource, id, cache])
  const facts = cache.peek(ref) ?? (state.key === key ? state.facts : null)
  return { facts, phase: state.key === key ? state.phase : 'waiting' }
}
