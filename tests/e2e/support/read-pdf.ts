import type { Page } from '@playwright/test'
import { extractText, getDocumentProxy, getMeta, renderPageAsImage } from 'unpdf'
import { readSymbols } from '../../support/labels/read-symbols.ts'

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
    // Amounts contain spaces of several widths.
    sheets: text.map((sheet) => sheet.replace(/\s+/g, ' ')),
  }
}

export type PrintedSheet = {
  /** In millimetres, `100 × 150`. */
  size: string
  text: string
  /** What a scanner reads at 300 dpi: `Code128 100000500163`. */
  symbols: string[]
}

// pdf.js needs a method of Node 21; without it pictures but the first are missing.
if (!('transferToFixedLength' in ArrayBuffer.prototype)) {
  Object.defineProperty(ArrayBuffer.prototype, 'transferToFixedLength', {
    value(this: ArrayBuffer, length = this.byteLength) {
      const moved = new Uint8Array(length)
      moved.set(new Uint8Array(this).subarray(0, length))
      return moved.buffer
    },
  })
}

/** Printed sheets with their scannable symbols. */
export const printedSheets = async (page: Page): Promise<PrintedSheet[]> => {
  const bytes = new Uint8Array(await page.pdf({ preferCSSPageSize: true }))
  const pdf = await getDocumentProxy(bytes.slice())
  const { text } = await extractText(pdf, { mergePages: false })
  const sheets: PrintedSheet[] = []
  for (const [index, words] of text.entries()) {
    const { width, height } = (await pdf.getPage(index + 1)).getViewport({ scale: 1 })
    const picture = await renderPageAsImage(bytes.slice(), index + 1, {
      canvasImport: () => import('@napi-rs/canvas'),
      scale: 300 / 72,
    })
    const symbols = await readSymbols(new Uint8Array(picture))
    sheets.push({
      size: [width, height].map((points) => Math.round((points / 72) * 25.4)).join(' × '),
      text: words.replace(/\s+/g, ' '),
      symbols: symbols.map(({ kind, text }) => `${kind} ${text}`),
    })
  }
  return sheets
}
