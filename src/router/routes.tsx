import { createContext, type ReactNode, use } from 'react'
import { matchPath, type PathParams } from './match-path.ts'
import { useLocation } from './router.tsx'

const ParamsContext = createContext<PathParams>({})

/** The screen of the path that is open, from a table by route; the first that fits. */
export const Routes = ({ screens }: { screens: Readonly<Record<string, ReactNode>> }) => {
  const { pathname } = useLocation()
  for (const [route, screen] of Object.entries(screens)) {
    const params = matchPath(route, pathname)
    if (params !== null) return <ParamsContext value={params}>{screen}</ParamsContext>
  }
  return null
}

/** What the path has where its route has a `:name`. */
export const useParams = (): Partial<PathParams> => use(ParamsContext)
