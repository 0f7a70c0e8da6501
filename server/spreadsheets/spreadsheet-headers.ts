/** How a spreadsheet is answered: as a file to save, kept by nobody on the way. */
export const spreadsheetHeaders = (fileName: string) => ({
  'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'content-disposition': `attachment; filename="${fileName}"`,
  'cache-control': 'no-store',
})
