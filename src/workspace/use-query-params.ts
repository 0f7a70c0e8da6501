import { useCallback, useLayoutEffect, useRef } from 'react'
import { useNavigation, useSearchParams } from 'react-router-dom'

type Edit = (params: URLSearchParams) => void

/**
 * The URL's query and a stable function to edit it (`replace: false` adds a history entry). Edits during a navigation are
 * dropped, since they would cancel it.
 */
export const useQueryParams = () => {
  const [params, setParams] = useSearchParams()
  const isLeaving = useNavigation().state === 'loading'
  const latest = useRef({ setParams, isLeaving })
  useLayoutEffect(() => {
    latest.current = { setParams, isLeaving }
  }, [setParams, isLeaving])
  const edit = useCallback((change: Edit, { replace = true }: { replace?: boolean } = {}) => {
    if (latest.current.isLeaving) return
    // Read from `location`: two edits may happen before a render.
    const next = new URLSearchParams(location.search)
    change(next)
    latest.current.setParams(next, { replace, preventScrollReset: true })
  }, [])
  return [params, edit] as const
}
