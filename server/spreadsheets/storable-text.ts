const longestCell = 32_767

/** Removes control characters, invalid in XML, and cuts at the maximum cell length. */
export const storableText = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must go
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .toWellFormed()
    .slice(0, longestCell)

/** Removes characters forbidden in sheet names; maximum 31. Excel keeps some names for itself: they get an underscore. */
export const sheetName = (name: string): string => {
  const clean = name.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31)
  return reservedNames.has(clean.toLowerCase()) ? `${clean}_` : clean
}

const reservedNames = new Set(['history', 'historique'])

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** `_x0041_` would be read as the letter A: escapes the underscore. */
export const escapeText = (text: string): string =>
  storableText(text)
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replace(/[&<>"]/g, (letter) => entities[letter]!)
