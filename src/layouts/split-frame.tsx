import { createContext, type ReactNode, use } from 'react'

/** The second half; null for full-page screens. */
export const BesideContext = createContext<ReactNode>(null)

/** A public screen, alone or beside the second half; below 1140 px alone. */
export const SplitFrame = ({ children }: { children: ReactNode }) => {
  const beside = use(BesideContext)
  if (beside === null) return children
  return (
    <div className="grid min-h-dvh bg-canvas lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <div className="min-w-0">{children}</div>
      <div className="hidden lg:block">
        <div className="sticky top-0 min-h-dvh">{beside}</div>
      </div>
    </div>
  )
}
