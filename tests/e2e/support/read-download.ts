import { readFile } from 'node:fs/promises'
import type { Download } from '@playwright/test'
import { read, utils } from 'xlsx'

/** The rows of the first sheet of a spreadsheet that was downloaded, cells as text. */
export const readDownload = async (download: Download): Promise<string[][]> => {
  const { Sheets, SheetNames } = read(await readFile(await download.path()))
  return utils.sheet_to_json<string[]>(Sheets[SheetNames[0]!]!, { header: 1, blankrows: false, raw: false })
}
