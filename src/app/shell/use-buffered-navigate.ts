import { useCallback, useEffect, useRef } from 'react'
import { type NavigateOptions, useLocation, useNavigate } from 'react-router-dom'
import { bufferKeys } from '../../keyboard/key-buffer.tsx'

/**
 * `navigate` for commands: keys that are pressed before the page has been rendered are for that page, so they are buffered
 * and replayed there, Escape included: it leaves the page that comes. A navigation that is blocked or fails gives them back to the present page.
 */
export const useBufferedNavigate = () => {
  const navigate = useNavigate()
  const location = useLocation()
  const buffer = useRef<ReturnType<typeof bufferKeys>>(null)
  const rendered = useRef(location.key)
  const pending = useRef(0)
  const replay = useCallback(() => {
    const ended = buffer.current
    buffer.current = null
    if (ended !== null) requestAnimationFrame(ended.replay)
  }, [])

  // After the effects of the page itself, which may have moved the focus.
  useEffect(() => {
    rendered.current = location.key
    replay()
  }, [location, replay])
  useEffect(() => replay, [replay])

  return useCallback(
    async (path: string, options?: NavigateOptions) => {
      buffer.current ??= bufferKeys()
      pending.current += 1
      await navigate(path, options)
      pending.current -= 1
      // The router writes the key of the entry that it is at into the history before React renders the page.
      const isRendered = (history.state?.key ?? 'default') === rendered.current
      if (isRendered && pending.current === 0) replay()
    },
    [navigate, replay],
  )
}
