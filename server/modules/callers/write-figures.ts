import type { CallerFigures, FigureGroup } from '../../../domain/calls/caller-figures.ts'
import type { LanguageCode } from '../../../domain/core/languages.ts'
import de from '../../../locales/de/callers.json' with { type: 'json' }
import en from '../../../locales/en/callers.json' with { type: 'json' }
import es from '../../../locales/es/callers.json' with { type: 'json' }
import fr from '../../../locales/fr/callers.json' with { type: 'json' }
import it from '../../../locales/it/callers.json' with { type: 'json' }
import ru from '../../../locales/ru/callers.json' with { type: 'json' }
import { writeWorkbook } from '../../spreadsheets/write-workbook.ts'

const texts: Record<LanguageCode, typeof en> = { de, en, es, fr, it, ru }

const columns = [
  'calls',
  'perHour',
  'reached',
  'confirmed',
  'delivered',
  'deliveredOfConfirmed',
  'callbacks',
  'callbacksKept',
] as const

/** The rows of the figures with the headings of the console. */
export const writeFigures = (
  rows: readonly CallerFigures[],
  by: FigureGroup,
  language: LanguageCode,
): Buffer => {
  const words = texts[language]
  return writeWorkbook([
    {
      name: words.title,
      rows: [
        [words.by[by], ...columns.map((column) => words.columns[column])],
        ...rows.map((row) => [row.name, ...columns.map((column) => row[column])]),
      ],
    },
  ])
}
