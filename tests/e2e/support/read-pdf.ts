import type { Page } from '@playwright/test'
import { extractText, getDocumentProxy, getMeta } from 'unpdf'

/** Prints a page to PDF with its own paper size: the text of each sheet, and the file name. */
export const printed = async (page: Page): Promise<{ title: string; size: string; sheets: string[] }> => {
  const bytes = await page.pdf({ preferCSSPageSize: true })
  const pdf = await getDocumentProxy(new Uint8Array(bytes))
  const { text } = await extractText(pdf, { mergePages: false })
  const { info } = await getMeta(pdf)
  const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 })
  const millimetres = [width, height].map((points) => Math.round((points / 72) * 25.4))
  return {
    title: String(info.Title),
    size: millimetres.join(' × '),
    // The spaces that money is written with have several widths.
    sheets: text.map((sheet) => sheet.replace(/\s+/g, ' ')),
  }
}
