const longestCell = 32_767

/** XML has no control characters, and a program refuses a file with a longer cell. */
export const storableText = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must go
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .toWellFormed()
    .slice(0, longestCell)

/** A sheet's name has some letters less, and an end. */
export const sheetName = (name: string): string => name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31)
