import type { LanguageCode } from '../../../domain/core/languages.ts'
import { type PersonalPlace, personalPlaces } from '../../../domain/customers/personal-data.ts'
import de from '../../../locales/de/erase.json' with { type: 'json' }
import en from '../../../locales/en/erase.json' with { type: 'json' }
import es from '../../../locales/es/erase.json' with { type: 'json' }
import fr from '../../../locales/fr/erase.json' with { type: 'json' }
import it from '../../../locales/it/erase.json' with { type: 'json' }
import ru from '../../../locales/ru/erase.json' with { type: 'json' }
import type { PersonalExport } from '../../services/personal/export-person.ts'
import { writeWorkbook } from '../../spreadsheets/write-workbook.ts'

const texts: Record<LanguageCode, typeof en> = { de, en, es, fr, it, ru }

/** A sheet by place, with a column for every field that its rows have. */
export const writePersonal = (found: PersonalExport, language: LanguageCode): Buffer => {
  const { places } = texts[language]
  const sheets = personalPlaces.flatMap((place: PersonalPlace) => {
    const rows = found[place] ?? []
    if (rows.length === 0) return []
    const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
    return [
      {
        name: places[place],
        rows: [names, ...rows.map((row) => names.map((name) => cellOf(row[name])))],
        textColumns: names.map((_, at) => at),
      },
    ]
  })
  return writeWorkbook(sheets.length > 0 ? sheets : [{ name: places.orders, rows: [[]] }])
}

/** Longest text of a cell. */
const MAX_CELL = 32_000

const cellOf = (value: unknown): unknown =>
  (typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? ''))
    .toString()
    .slice(0, MAX_CELL)
