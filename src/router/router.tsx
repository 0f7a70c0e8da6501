import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type Going, goTo, numberFirst, type Place, placeNow } from './place.ts'

export type Navigate = (to: string | number, going?: Going) => void

type Router = { place: Place; navigate: Navigate }

const RouterContext = createContext<Router | null>(null)

/**
 * The address bar as React state. What it leads to may be fetched first: the screen before it stays until then. Whoever
 * wants to hold the browser back listens to `popstate` before this is mounted.
 */
export const Router = ({ children }: { children: ReactNode }) => {
  const [place, setPlace] = useState(placeNow)
  const shown = useRef(place)
  const follow = useCallback(() => {
    const next = placeNow()
    // What the screen in view is asked for it has to know before the next key.
    if (next.pathname === shown.current.pathname) setPlace(next)
    else startTransition(() => setPlace(next))
  }, [])
  const navigate = useCallback<Navigate>(
    (to, going) => {
      if (typeof to === 'number') return history.go(to)
      goTo(to, going)
      follow()
    },
    [follow],
  )
  useLayoutEffect(() => {
    shown.current = place
  }, [place])
  useLayoutEffect(() => {
    numberFirst()
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [follow])
  const router = useMemo(() => ({ place, navigate }), [place, navigate])
  return <RouterContext value={router}>{children}</RouterContext>
}

export const useLocation = (): Place => useRouter().place

/** Stays the same function. */
export const useNavigate = (): Navigate => useRouter().navigate

type Parameters = URLSearchParams | Record<string, string>
type SetParameters = (next: Parameters | ((before: URLSearchParams) => Parameters), going?: Going) => void

/** The query of the address; a function that sets it is given what the address says now. */
export const useSearchParams = (): [URLSearchParams, SetParameters] => {
  const { place, navigate } = useRouter()
  const params = useMemo(() => new URLSearchParams(place.search), [place.search])
  const setParams = useCallback<SetParameters>(
    (next, going) => {
      const parameters = typeof next === 'function' ? next(new URLSearchParams(location.search)) : next
      const query = String(new URLSearchParams(parameters))
      navigate(location.pathname + (query === '' ? '' : `?${query}`), going)
    },
    [navigate],
  )
  return [params, setParams]
}

/**
 * Navigates when rendered, and again at every place it is still rendered for: whoever navigates while the new place is
 * pending replaces that place, and React keeps this element mounted with the same `to`.
 */
export const Redirect = ({ to }: { to: string }) => {
  const { place, navigate } = useRouter()
  useEffect(() => {
    if (place.pathname + place.search !== to) navigate(to, { replace: true })
  }, [navigate, to, place])
  return null
}

const useRouter = (): Router => {
  const router = use(RouterContext)
  if (router === null) throw new Error('there is no Router above')
  return router
}
