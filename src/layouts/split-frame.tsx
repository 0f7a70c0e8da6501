import { createContext, type ReactNode, use } from 'react'

/** The second half; null if a screen has the whole page. */
export const BesideContext = createContext<ReactNode>(null)

/** A public screen, alone or next to the second half. Under 1140 px there is room for the screen only. */
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
