import { limits } from './limits.ts'

/** What a sheet is refused for before it is read: cells below the rows that are looked at, rows wider than there are. */
export type Oversize = 'FILE_TOO_MANY_ROWS' | 'FILE_TOO_COMPLEX'

/** No spreadsheet program writes more cells in one row. */
const mostCells = 16_384
/** Fewer letters hold no more cells than that: such rows need not be counted. */
const worthCounting = mostCells * 4

/** Goes through the text once, whatever stands in it: what never closes is looked at no further than an honest tag is long. */
export const scanRows = (xml: string): Oversize | null => {
  let row = 0
  let at = 0
  const whyNot = (end: number): Oversize | null => {
    const content = row > limits.scannedRows || end - at > worthCounting ? xml.slice(at, end) : ''
    if (row > limits.scannedRows && /<(?:\w{1,20}:)?(?:v|is)[\s>]/.test(content)) return 'FILE_TOO_MANY_ROWS'
    return content.length > worthCounting && cellsIn(content) > mostCells ? 'FILE_TOO_COMPLEX' : null
  }
  for (const match of xml.matchAll(/<(?:\w{1,20}:)?row(?=[\s>/])([^<>]{0,1000})>?/g)) {
    const oversize = whyNot(match.index)
    if (oversize !== null) return oversize
    row = Number(/\sr=["'](\d{1,9})["']/.exec(match[1] ?? '')?.[1] ?? row + 1)
    at = match.index + match[0].length
  }
  return whyNot(xml.length)
}

const cellsIn = (content: string): number => {
  let count = 0
  for (const _ of content.matchAll(/<(?:\w{1,20}:)?c[\s>/]/g)) if (++count > mostCells) break
  return count
}
