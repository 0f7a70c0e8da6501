import { useEffect, useState } from 'react'
import { withNeeds } from '../ui/late/late.tsx'

/** What reads sentences, completes and corrects: fetched when the box is first written in. */
export type FilterReader = typeof import('./late-reader.ts')

let here: FilterReader | null = null

const loadReader = async (): Promise<FilterReader> => {
  here ??= await withNeeds(import('./late-reader.ts'))
  return here
}

type Reading = {
  reader: FilterReader | null
  /** One that does not come is not waited for: what is written is read as grammar alone. */
  isOnItsWay: boolean
}

/** The reader, asked for when it is first wanted. */
export const useReader = (isWanted: boolean): Reading => {
  const [reader, setReader] = useState(() => here)
  const [isMissing, setMissing] = useState(false)
  const [wasWanted, setWanted] = useState(isWanted)
  if (isWanted && !wasWanted) setWanted(true)
  useEffect(() => {
    if (!wasWanted || reader !== null) return
    setMissing(false)
    loadReader().then(
      (loaded) => setReader(() => loaded),
      () => setMissing(true),
    )
  }, [wasWanted, reader])
  return { reader, isOnItsWay: wasWanted && reader === null && !isMissing }
}
