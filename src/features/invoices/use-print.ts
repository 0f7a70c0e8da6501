import { useCallback, useEffect } from 'react'
import { useQueryParams } from '../../workspace/use-query-params.ts'

/**
 * Prints the page, at once where its address asks for it. While it prints the document is called by the invoice's number
 * alone: that is the name that a PDF is saved under.
 */
export const usePrint = (code: string): (() => void) => {
  const [params, edit] = useQueryParams()
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
    edit((params) => params.delete('print'))
    void print()
  }, [isAsked, edit, print])

  return print
}
