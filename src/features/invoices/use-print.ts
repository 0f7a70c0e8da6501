import { useCallback, useEffect } from 'react'
import { useSearchParams } from '../../router/router.tsx'

/**
 * Prints the page, at once where its address asks for it. While it prints the document is called by the invoice's number
 * alone: that is the name that a PDF is saved under.
 */
export const usePrint = (code: string): (() => void) => {
  const [params, setParams] = useSearchParams()
  const isAsked = params.has('print')
  const print = useCallback(async () => {
    await document.fonts.ready
    window.print()
  }, [])

  useEffect(() => {
    let title = document.title
    const begin = () => {
      title = document.title
      document.title = code
    }
    const end = () => {
      document.title = title
    }
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [code])

  useEffect(() => {
    if (!isAsked) return
    setParams(
      (before) => {
        before.delete('print')
        return before
      },
      { replace: true },
    )
    void print()
  }, [isAsked, setParams, print])

  return print
}
