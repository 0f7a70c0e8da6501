import { type Figure, isReached } from './figure.ts'

const headings = ['what', 'against', 'ours', 'theirs', 'ratio', 'goal', '']

/** The table as text; the first two columns from the left, numbers from the right. */
export const printTable = (figures: readonly Figure[]): string => {
  const rows = [headings, ...figures.map(toCells)]
  const widths = headings.map((_, column) => Math.max(...rows.map((cells) => cells[column]!.length)))
  return rows
    .map((cells) =>
      cells
        .map((cell, column) => (column < 2 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const toCells = (figure: Figure): string[] => {
  const { what, against, unit, ours, theirs, ratio, goal } = figure
  return [
    what,
    against,
    `${short(ours)} ${unit}`,
    `${short(theirs)} ${unit}`,
    short(ratio),
    goal === null ? '' : 'atMost' in goal ? `<= ${short(goal.atMost)}` : `>= ${short(goal.atLeast)}`,
    goal === null ? '' : isReached(figure) ? 'pass' : 'FAIL',
  ]
}

/** Three digits are all that a measurement is worth. */
const short = (value: number): string =>
  Math.abs(value) >= 1000
    ? Math.round(value).toLocaleString('en')
    : String(Number.isInteger(value) ? value : Number(value.toPrecision(3)))
