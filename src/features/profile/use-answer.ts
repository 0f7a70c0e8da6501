import { useCallback, useEffect, useState } from 'react'
import type { ApiCode } from '../../api/api-problem.ts'

export type Answered<T> = {
  /** The last answer; kept while refetching and on failure. */
  answer: T | null
  failure: ApiCode | null
  reload: () => void
}

/** Answer of a call, refetched by `reload` and when `read` changes: keep it stable. */
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
