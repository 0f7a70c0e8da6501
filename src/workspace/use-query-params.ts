import { useCallback, useLayoutEffect, useRef } from 'react'
import { useNavigation, useSearchParams } from 'react-router-dom'

type Edit = (params: URLSearchParams) => void

/**
 * The query of the address, and a stable function that edits it in place (`replace: false` makes an entry that Back leads
 * to). Edits are dropped while the next screen loads: they would cancel that navigation.
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
    // The address itself: two edits may follow each other before either is rendered.
    const next = new URLSearchParams(location.search)
    change(next)
    latest.current.setParams(next, { replace, preventScrollReset: true })
  }, [])
  return [params, edit] as const
}
