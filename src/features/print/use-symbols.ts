import { useEffect, useRef, useState } from 'react'
import type { Symbols } from '../../../domain/labels/label-svg.ts'

/** Milliseconds of drawing before yielding to the page. */
const SLICE_MS = 30

/** Symbols by code, drawn in slices: the map grows until complete. */
export const useSymbols = (labels: readonly { code: string }[] | null): ReadonlyMap<string, Symbols> => {
  const cache = useRef(new Map<string, Symbols>())
  const [drawn, setDrawn] = useState<ReadonlyMap<string, Symbols>>(cache.current)
  useEffect(() => {
    const codes = labels?.map(({ code }) => code).filter((code) => !cache.current.has(code)) ?? []
    if (codes.length === 0) return
    let isCurrent = true
    const draw = async () => {
      const { drawSymbols } = await import('./draw-symbols.ts')
      let until = performance.now() + SLICE_MS
      for (const code of codes) {
        if (!isCurrent) return
        cache.current.set(code, drawSymbols(code))
        if (performance.now() < until) continue
        setDrawn(new Map(cache.current))
        await new Promise((resolve) => setTimeout(resolve))
        until = performance.now() + SLICE_MS
      }
      setDrawn(new Map(cache.current))
    }
    void draw()
    return () => {
      isCurrent = false
    }
  }, [labels])
  return drawn
}
