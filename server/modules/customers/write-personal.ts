import { type LanguageCode, localeOf } from '../../../domain/core/languages.ts'
import { type PersonalPlace, personalPlaces } from '../../../domain/customers/personal-data.ts'
import { numberFormat } from '../../../domain/lib/number-format.ts'
import de from '../../../locales/de/erase.json' with { type: 'json' }
import en from '../../../locales/en/erase.json' with { type: 'json' }
import es from '../../../locales/es/erase.json' with { type: 'json' }
import fr from '../../../locales/fr/erase.json' with { type: 'json' }
import it from '../../../locales/it/erase.json' with { type: 'json' }
import ru from '../../../locales/ru/erase.json' with { type: 'json' }
import { MAX_ROWS, type PersonalExport, type PersonalRow } from '../../services/personal/export-person.ts'
import { writeWorkbook } from '../../spreadsheets/write-workbook.ts'

const texts: Record<LanguageCode, typeof en> = { de, en, es, fr, it, ru }

/** A sheet by place, with a column for every field that its rows have. What is cut says so: long texts, and rows below the last one. */
export const writePersonal = (found: PersonalExport, language: LanguageCode): Buffer => {
  const { places, sheet } = texts[language]
  const headOf = (name: string) => (name === 'own' ? sheet.own : name)
  const cellOf = (row: PersonalRow, name: string): string => {
    if (name === 'own') return row.own ? sheet.yes : sheet.no
    const text = textOf(row[name])
    return text.length <= MAX_CELL ? text : `${text.slice(0, MAX_CELL)} … [${sheet.cutText}]`
  }
  const most = numberFormat(localeOf(language)).format(MAX_ROWS)
  const sheets = personalPlaces.flatMap((place: PersonalPlace) => {
    const rows = found.places[place] ?? []
    if (rows.length === 0) return []
    const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
    const cut = found.cut.filter((table) => rows.some((row) => row.table === table))
    return [
      {
        name: places[place],
        rows: [
          names.map(headOf),
          ...rows.map((row) => names.map((name) => cellOf(row, name))),
          ...cut.map((table) => [`${table}: ${sheet.cutRows.replace('{{most}}', most)}`]),
        ],
        textColumns: names.map((_, at) => at),
      },
    ]
  })
  return writeWorkbook(sheets.length > 0 ? sheets : [{ name: places.orders, rows: [[]] }])
}

/** Longest text of a cell; a spreadsheet takes 32,767 characters. */
const MAX_CELL = 32_000

const textOf = (value: unknown): string =>
  (typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? '')).toString()
