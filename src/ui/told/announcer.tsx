import { createContext, type ReactNode, use, useCallback, useState } from 'react'

type Announce = (message: string) => void

const AnnounceContext = createContext<Announce>(() => {})

/** Says politely, to those who listen to the page, what changed without moving the focus: `useAnnounce()(text)`. */
export const useAnnounce = (): Announce => use(AnnounceContext)

/** Stands once, around the whole console. Two regions take turns, so that the same sentence can be said twice. */
export const Announcer = ({ children }: { children: ReactNode }) => {
  const [said, setSaid] = useState({ turn: 0, message: '' })
  const announce = useCallback((message: string) => setSaid(({ turn }) => ({ turn: 1 - turn, message })), [])
  return (
    <AnnounceContext value={announce}>
      {children}
      {[0, 1].map((turn) => (
        <div key={turn} role="status" aria-live="polite" className="sr-only">
          {said.turn === turn ? said.message : ''}
        </div>
      ))}
    </AnnounceContext>
  )
}
