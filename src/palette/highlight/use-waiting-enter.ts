import { useEffect, useEffectEvent, useState } from 'react'
import type { PaletteFrame } from '../../../machines/palette/palette-types.ts'
import type { PaletteItem } from '../sections/palette-item.ts'

/** What Enter waits for: the answer to this number on this page, and no other. */
type Waiting = { frame: PaletteFrame; number: number } | null

type Awaited = {
  frame: PaletteFrame
  items: readonly PaletteItem[]
  /** What is looked up now. */
  query: string
  isAwaiting: boolean
  choose: (item: PaletteItem) => void
}

/**
 * Enter pressed after a number that the server has not answered yet is not lost: once the answer is there, the record of
 * exactly that number is taken, as it would have been. For anything else one looks first.
 */
export function useWaitingEnter({ frame, items, query, isAwaiting, choose }: Awaited) {
  const [waiting, setWaiting] = useState<Waiting>(null)
  const isStill = waiting !== null && waiting.frame.page === frame.page && waiting.frame.query === frame.query
  const settle = useEffectEvent(() => {
    setWaiting(null)
    const named = items.find(({ hit, act }) => hit?.number === waiting?.number && act.kind !== 'invoke')
    if (isStill && named) choose(named)
  })
  useEffect(() => {
    if (waiting !== null && (!isAwaiting || !isStill)) settle()
  }, [waiting, isAwaiting, isStill])

  return {
    /** The number that is waited for, to be said. */
    waitingFor: isStill ? waiting.number : null,
    wait: () => {
      const digits = /^#?\s*(\d{1,12})$/.exec(query.trim())?.[1]
      if (isAwaiting && digits !== undefined) setWaiting({ frame, number: Number(digits) })
    },
    stopWaiting: () => setWaiting(null),
  }
}
