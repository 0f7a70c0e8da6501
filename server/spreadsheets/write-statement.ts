import { countries } from '../../domain/core/countries.ts'
import { defaultLanguage, type LanguageCode } from '../../domain/core/languages.ts'
import type { Statement } from '../../domain/payouts/statement.ts'
import de from '../../locales/de/payouts.json' with { type: 'json' }
import en from '../../locales/en/payouts.json' with { type: 'json' }
import es from '../../locales/es/payouts.json' with { type: 'json' }
import fr from '../../locales/fr/payouts.json' with { type: 'json' }
import it from '../../locales/it/payouts.json' with { type: 'json' }
import ru from '../../locales/ru/payouts.json' with { type: 'json' }
import { acceptedLanguages } from '../problems/problem.ts'
import { writeWorkbook } from './write-workbook.ts'

const texts: Record<LanguageCode, typeof en> = { fr, en, de, it, es, ru }

/** The account of a seller as a sheet: a line an entry between the opening and the closing balance. */
export const writeStatement = (
  { country, sellerName, from, to, opening, lines, closing }: Statement,
  acceptLanguage: string | undefined,
): Buffer => {
  const { statement, method, fields } = texts[acceptedLanguages(acceptLanguage)[0] ?? defaultLanguage]
  const { columns, kinds } = statement
  const header = [
    columns.date,
    columns.entry,
    fields.code,
    fields.method,
    fields.reference,
    columns.amount,
    columns.balance,
    countries[country].currency,
  ]
  const balance = (day: string | null, label: string, amount: number) => [
    day,
    label,
    null,
    null,
    null,
    null,
    amount,
  ]
  return writeWorkbook([
    {
      name: sellerName,
      rows: [
        header,
        balance(from, statement.opening, opening),
        ...lines.map((line) => [
          line.date,
          kinds[line.kind],
          line.code,
          line.method && method[line.method],
          line.reference,
          line.amount,
          line.balance,
        ]),
        balance(to, statement.closing, closing),
      ],
      textColumns: [4],
    },
  ])
}
