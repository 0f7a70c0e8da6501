import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Symbols } from '../../../domain/labels/label-svg.ts'
import { importWithRetry } from '../../lazy/import-with-retry.ts'

/** Milliseconds of drawing before yielding to the page. */
const SLICE_MS = 30

type Draw = (code: string) => Symbols

const loadDraw = async (): Promise<Draw> =>
  (await importWithRetry(() => import('./draw-symbols.ts'))).drawSymbols

/**
 * Symbols by code, drawn in slices: the map grows until complete. A print from the browser's menu does not wait: what is left is
 * drawn at once before it.
 */
export const useSymbols = (labels: readonly { code: string }[] | null): ReadonlyMap<string, Symbols> => {
  const cache = useRef(new Map<string, Symbols>())
  const [drawn, setDrawn] = useState<ReadonlyMap<string, Symbols>>(cache.current)
  const [draw, setDraw] = useState<Draw | null>(null)
  useEffect(() => {
    loadDraw().then(
      (loaded) => setDraw(() => loaded),
      // The labels are shown with their digits.
      () => undefined,
    )
  }, [])
  useEffect(() => {
    const missing = () => labels?.map(({ code }) => code).filter((code) => !cache.current.has(code)) ?? []
    if (draw === null || missing().length === 0) return
    let isCurrent = true
    const drawSlices = async () => {
      for (;;) {
        const until = performance.now() + SLICE_MS
        for (const code of missing()) {
          cache.current.set(code, draw(code))
          if (performance.now() >= until) break
        }
        setDrawn(new Map(cache.current))
        await new Promise((resolve) => setTimeout(resolve))
        if (!isCurrent || missing().length === 0) return
      }
    }
    const drawRest = () => {
      const rest = missing()
      if (rest.length === 0) return
      for (const code of rest) cache.current.set(code, draw(code))
      flushSync(() => setDrawn(new Map(cache.current)))
    }
    void drawSlices()
    window.addEventListener('beforeprint', drawRest)
    return () => {
      isCurrent = false
      window.removeEventListener('beforeprint', drawRest)
    }
  }, [labels, draw])
  return drawn
}
