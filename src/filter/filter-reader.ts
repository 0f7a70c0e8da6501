import { useEffect, useState } from 'react'
import { importWithRetry } from '../lazy/import-with-retry.ts'

/** Reads sentences, completes and corrects them; loaded when the filter box is first written in. */
export type FilterReader = typeof import('./sentence-reader.ts')

let here: FilterReader | null = null

const loadReader = async (): Promise<FilterReader> => {
  here ??= await importWithRetry(() => import('./sentence-reader.ts'))
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
