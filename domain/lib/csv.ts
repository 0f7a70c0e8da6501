/** Why the text is refused while it is read. */
export type CsvOversize = 'FILE_TOO_MANY_ROWS' | 'FILE_TOO_COMPLEX'

export type CsvLimits = {
  /** Maximum cells returned per row; further ones are only counted. */
  keptCells: number
  /** Above either of these the text is not a table made by hand. */
  cells: number
  cellLength: number
}

const quote = 34
const space = 32
const lineFeed = 10
const carriageReturn = 13

/**
 * Parses a delimited text (RFC 4180; LF and CR are line ends too). All cells are strings: no numbers, dates or formulas. A
 * blank line is a row without cells, so row numbers stay right. An unclosed quoted cell ends at the end of the text, as in
 * spreadsheet programs. Spaces around a quoted cell are dropped (`a, "b, c"`); a quote elsewhere in a cell is literal. Single
 * pass. Returns the reason of an early stop, null at the end.
 */
export function* csvRows(
  text: string,
  delimiter: string,
  limits: CsvLimits,
): Generator<string[], CsvOversize | null> {
  const separator = delimiter.charCodeAt(0)
  let at = 0
  while (at < text.length) {
    const cells: string[] = []
    let count = 0
    for (;;) {
      const quoted =
        text.charCodeAt(at) === quote
          ? readQuoted(text, at + 1, limits.cellLength)
          : readSpaced(text, at, separator)
      const start = quoted?.end ?? at
      let end = start
      while (end < text.length && !isEnd(text.charCodeAt(end), separator)) end++
      at = end
      // Text after the closing quote belongs to the cell.
      const cell = (quoted?.value ?? '') + text.slice(start, end)
      if (cell.length > limits.cellLength || ++count > limits.cells) return 'FILE_TOO_COMPLEX'
      if (count <= limits.keptCells) cells.push(cell)
      if (text.charCodeAt(at) !== separator) break
      at++
    }
    at += text.charCodeAt(at) === carriageReturn && text.charCodeAt(at + 1) === lineFeed ? 2 : 1
    yield count === 1 && cells[0] === '' ? [] : cells
  }
  return null
}

const isEnd = (code: number, separator: number): boolean =>
  code === separator || code === lineFeed || code === carriageReturn

/** Reads a quoted cell after spaces; null if it is not quoted or text follows the closing quote. */
const readSpaced = (
  text: string,
  start: number,
  separator: number,
): { value: string; end: number } | null => {
  const opening = afterSpaces(text, start)
  if (opening === start || text.charCodeAt(opening) !== quote) return null
  const { value, end } = readQuoted(text, opening + 1, MAX_SPACED_QUOTES)
  const close = afterSpaces(text, end)
  const isWhole = text.charCodeAt(end - 1) === quote && end > opening + 1
  return isWhole && (close >= text.length || isEnd(text.charCodeAt(close), separator))
    ? { value, end: close }
    : null
}

/** Bounds the look-ahead behind spaces, against hostile input. */
const MAX_SPACED_QUOTES = 20

const afterSpaces = (text: string, start: number): number => {
  let at = start
  while (text.charCodeAt(at) === space) at++
  return at
}

/**
 * Reads from after the opening quote to after the closing one; a doubled quote is one. Looks at `most` characters at most.
 */
const readQuoted = (text: string, start: number, most: number): { value: string; end: number } => {
  const pieces: string[] = []
  let from = start
  for (;;) {
    const close = text.indexOf('"', from)
    if (close < 0 || pieces.length > most)
      return { value: pieces.join('') + text.slice(from), end: text.length }
    if (text.charCodeAt(close + 1) !== quote) {
      return { value: pieces.join('') + text.slice(from, close), end: close + 1 }
    }
    pieces.push(text.slice(from, close + 1))
    from = close + 2
  }
}
