import type { CountryCode } from '../../domain/core/countries.ts'
import type { LanguageCode } from '../../domain/core/languages.ts'
import { formatPhone } from '../../domain/lib/phone-format.ts'
import type { ImportProduct } from '../../domain/orders/import/find-product.ts'
import {
  exampleReference,
  type ImportColumn,
  importColumnNames,
  requiredImportColumns,
} from '../../domain/orders/import/import-columns.ts'
import de from '../../locales/de/import.json' with { type: 'json' }
import deOrders from '../../locales/de/orders.json' with { type: 'json' }
import en from '../../locales/en/import.json' with { type: 'json' }
import enOrders from '../../locales/en/orders.json' with { type: 'json' }
import es from '../../locales/es/import.json' with { type: 'json' }
import esOrders from '../../locales/es/orders.json' with { type: 'json' }
import fr from '../../locales/fr/import.json' with { type: 'json' }
import frOrders from '../../locales/fr/orders.json' with { type: 'json' }
import it from '../../locales/it/import.json' with { type: 'json' }
import itOrders from '../../locales/it/orders.json' with { type: 'json' }
import ru from '../../locales/ru/import.json' with { type: 'json' }
import ruOrders from '../../locales/ru/orders.json' with { type: 'json' }
import { detailOf } from '../problems/problem.ts'
import type { SheetToWrite } from './write-workbook.ts'

type OwnTexts = Pick<typeof fr, 'columns' | 'workbook' | 'example'>
export type ImportTexts = Omit<OwnTexts, 'columns'> & { columns: Record<ImportColumn, string> }

/** Headings without a text of the import are the order's. */
const textsOf = (own: OwnTexts, orders: Pick<typeof frOrders, 'fields'>): ImportTexts => ({
  ...own,
  columns: { ...orders.fields, ...own.columns },
})

const texts: Record<LanguageCode, ImportTexts> = {
  fr: textsOf(fr, frOrders),
  en: textsOf(en, enOrders),
  de: textsOf(de, deOrders),
  it: textsOf(it, itOrders),
  es: textsOf(es, esOrders),
  ru: textsOf(ru, ruOrders),
}

/** Texts of workbooks in the language of `Accept-Language`. */
export const importTexts = (acceptLanguage: string | undefined): ImportTexts =>
  texts[detailOf('INTERNAL', acceptLanguage).language]

/** Import template: columns with an example row, and a sheet of available products. */
export const orderTemplate = (
  country: CountryCode,
  products: readonly ImportProduct[],
  texts: ImportTexts,
): SheetToWrite[] => {
  const { workbook, columns } = texts
  const example = exampleRow(country, products[0], texts)
  return [
    {
      name: workbook.orders,
      rows: [
        importColumnNames.map(
          (column) => columns[column] + (requiredImportColumns.includes(column) ? ' *' : ''),
        ),
        importColumnNames.map((column) => example[column] ?? null),
      ],
      textColumns: [importColumnNames.indexOf('customerPhone')],
    },
    {
      name: workbook.products,
      rows: [
        [workbook.number, workbook.name, workbook.price],
        ...products.map(({ number, name, price }) => [number, name, price]),
      ],
    },
  ]
}

const exampleRow = (
  country: CountryCode,
  product: ImportProduct | undefined,
  { example }: ImportTexts,
): Partial<Record<ImportColumn, string | number | null>> => ({
  product: product?.name ?? null,
  customerName: example.customerName,
  customerPhone: formatPhone(examplePhones[country]),
  customerAddress: example.customerAddress,
  quantity: 1,
  price: product?.price ?? null,
  sourceName: example.sourceName,
  comment: example.comment,
  externalRef: exampleReference,
})

const examplePhones: Record<CountryCode, string> = {
  ic: '+2250700000000',
  sn: '+221770000000',
  bf: '+22670000000',
  tn: '+21620000000',
  fr: '+33639980000',
  lib: '+218910000000',
}
