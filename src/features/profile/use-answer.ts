import { useCallback, useEffect, useState } from 'react'
import type { ApiCode } from '../../api/api-problem.ts'

export type Answered<T> = {
  /** The last one that came; it stays while another is asked for, and when that fails. */
  answer: T | null
  failure: ApiCode | null
  reload: () => void
}

/** What a call answers, asked again by `reload` and whenever `read` is another: keep it stable over renders. */
export const useAnswer = <T>(read: (signal: AbortSignal) => Promise<T>): Answered<T> => {
  const [state, setState] = useState<Pick<Answered<T>, 'answer' | 'failure'>>({ answer: null, failure: null })
  const [round, setRound] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each round asks again.
  useEffect(() => {
    const request = new AbortController()
    read(request.signal).then(
      (answer) => setState({ answer, failure: null }),
      (error: { code?: ApiCode }) => {
        if (!request.signal.aborted) setState(({ answer }) => ({ answer, failure: error.code ?? 'INTERNAL' }))
      },
    )
    return () => request.abort()
  }, [read, round])
  const reload = useCallback(() => setRound((before) => before + 1), [])
  return { ...state, reload }
}
