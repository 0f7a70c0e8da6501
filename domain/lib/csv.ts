/** What a delimited text is refused for while it is read. */
export type CsvOversize = 'FILE_TOO_MANY_ROWS' | 'FILE_TOO_COMPLEX'

export type CsvLimits = {
  /** Maximum cells returned per row; further ones are only counted. */
  keptCells: number
  /** Above either of these the text is no table that somebody made by hand. */
  cells: number
  cellLength: number
}

const quote = 34
const space = 32
const lineFeed = 10
const carriageReturn = 13

/**
 * The rows of a delimited text (RFC 4180, LF and CR as line ends too), every cell as the text that it is: nothing becomes
 * a number, a date or a formula. A blank line is a row without cells, so that rows keep their numbers. A quoted cell that
 * is never closed goes on to the end, as spreadsheet programs read it. Spaces around a quoted cell are none of it, `a, "b, c"`; a
 * quote anywhere else in a cell is a letter. Goes through the text once. Returns why it stopped
 * early, null at the end.
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
      // What follows the closing quote belongs to the cell.
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

/** A quoted cell with spaces before it, to its end; null where the cell is none, or goes on behind the closing quote. */
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

/** Doubled quotes that are looked through behind spaces: a hostile text has them in every cell. */
const MAX_SPACED_QUOTES = 20

const afterSpaces = (text: string, start: number): number => {
  let at = start
  while (text.charCodeAt(at) === space) at++
  return at
}

/** From after the opening quote to after the closing one; a doubled quote is one. More than `most` letters are not looked for. */
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
