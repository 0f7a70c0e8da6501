import type { ExportCell } from '../../domain/exports/export-row.ts'
import { escapeText } from './storable-text.ts'
import { cellStyles } from './unpack.ts'

const hour = 3_600_000
const day = 24 * hour
/** Day 0 of a spreadsheet's calendar, as it counts days after the February 29th of 1900 that never was. */
const epoch = Date.UTC(1899, 11, 30)

/** A day (`2026-11-21`) as the number that a spreadsheet keeps of it. */
export const serialDay = (text: string): number => Math.round((Date.parse(text.slice(0, 10)) - epoch) / day)

/** An instant as a spreadsheet keeps it: days and parts of days by the clock of a time zone, to the second. */
export const serialInstant = (instant: string, timeZone: string): number => {
  const at = Math.floor(Date.parse(instant) / 1_000) * 1_000
  return Number(((at + offsetAt(at, timeZone) - epoch) / day).toFixed(9))
}

const offsets = new Map<string, number>()

/** How far a zone's clock is ahead of UTC, in milliseconds. Clocks are changed on the hour, so each hour is asked once. */
const offsetAt = (at: number, timeZone: string): number => {
  const began = Math.floor(at / hour) * hour
  const key = `${timeZone} ${began}`
  const known = offsets.get(key) ?? wallClock(began, timeZone) - began
  offsets.set(key, known)
  return known
}

const clocks = new Map<string, Intl.DateTimeFormat>()
const units = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const

/** What a zone's clock shows, read as if it were UTC. */
const wallClock = (at: number, timeZone: string): number => {
  const clock = clocks.get(timeZone) ?? makeClock(timeZone)
  clocks.set(timeZone, clock)
  const shown = new Map(clock.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const [year, month, date, hours, minutes, seconds] = units.map((unit) => shown.get(unit)!)
  return Date.UTC(year!, month! - 1, date, hours, minutes, seconds)
}

const makeClock = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    ...Object.fromEntries(units.map((unit) => [unit, 'numeric'])),
  })

/**
 * One row of a sheet. Every text is written as a text cell (`inlineStr`): nothing that begins with `=`, `+`, `-` or
 * `@` can become a formula.
 */
export const rowXml = (row: number, cells: readonly ExportCell[], style?: number): string => {
  const parts = cells.map((cell, column) =>
    cell === null ? '' : cellXml(`${columnName(column)}${row}`, cell, style),
  )
  return `<row r="${row}">${parts.join('')}</row>`
}

const cellXml = (place: string, cell: Exclude<ExportCell, null>, style?: number): string => {
  if (typeof cell === 'string') {
    const styled = style === undefined ? '' : ` s="${style}"`
    return `<c r="${place}" t="inlineStr"${styled}><is><t xml:space="preserve">${escapeText(cell)}</t></is></c>`
  }
  if (typeof cell === 'number') return numberXml(place, cell)
  if ('amount' in cell) return numberXml(place, cell.amount, cellStyles.amounts[cell.decimals])
  if ('day' in cell) return numberXml(place, serialDay(cell.day), cellStyles.day)
  return numberXml(place, serialInstant(cell.instant, cell.timeZone), cellStyles.instant)
}

const numberXml = (place: string, value: number, style?: number): string =>
  `<c r="${place}"${style === undefined ? '' : ` s="${style}"`}><v>${value}</v></c>`

const names: string[] = []

/** A, B, ... Z, AA, AB. */
export const columnName = (column: number): string => {
  names[column] ??=
    column < 26
      ? String.fromCharCode(65 + column)
      : columnName(Math.floor(column / 26) - 1) + columnName(column % 26)
  return names[column]
}
