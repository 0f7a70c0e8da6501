import { useCallback, useEffect } from 'react'
import { useQueryParams } from '../../workspace/use-query-params.ts'

/**
 * Prints the page, at once where its address asks for it. While it prints the document is called by the invoice's number
 * alone: that is the name that a PDF is saved under. `heading` is printed at the top of every sheet but the first.
 */
export const usePrint = (code: string, heading: string): (() => void) => {
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
    const sheet = new CSSStyleSheet()
    // Margins of a page take their text from its styles alone.
    sheet.replaceSync(`@page invoice {
      @top-left { content: ${JSON.stringify(heading)}; font: 8pt sans-serif; }
    }
    @page invoice:first { @top-left { content: none; } }`)
    document.adoptedStyleSheets.push(sheet)
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== sheet)
    }
  }, [heading])

  useEffect(() => {
    if (!isAsked) return
    edit((params) => params.delete('print'))
    void print()
  }, [isAsked, edit, print])

  return print
}
