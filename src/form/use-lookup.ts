import { useEffect, useState } from 'react'
import type { ComboboxOption } from '../ui/fields/combobox-option.ts'

/** Keep it stable over renders: a new function asks again. */
export type Search = (text: string, signal: AbortSignal) => Promise<ComboboxOption[]>

const pause = 120

/** What is found for a text while it is typed: the last answer wins. Null has not been typed yet and asks for nothing. */
export const useLookup = (text: string | null, search: Search | undefined) => {
  const [options, setOptions] = useState<readonly ComboboxOption[]>([])
  const [isLoading, setLoading] = useState(false)
  useEffect(() => {
    if (text === null || search === undefined) return
    const request = new AbortController()
    const unlessLate = (act: () => void) => request.signal.aborted || act()
    setLoading(true)
    const timer = setTimeout(() => {
      search(text, request.signal)
        .catch(() => [])
        .then((found) =>
          unlessLate(() => {
            setOptions(found)
            setLoading(false)
          }),
        )
    }, pause)
    return () => {
      clearTimeout(timer)
      request.abort()
    }
  }, [text, search])
  return { options, isLoading }
}
