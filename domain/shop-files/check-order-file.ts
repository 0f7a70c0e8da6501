import { skuKey } from '../intake/product-mapping.ts'
import type { Result } from '../lib/result.ts'
import { cellText } from '../orders/import/cell-text.ts'
import {
  type CheckedImport,
  checkImport,
  checkSheet,
  type ImportCheckContext,
} from '../orders/import/check-import.ts'
import {
  type ColumnMapping,
  type FileHeaders,
  fileHeaders,
  type RememberedMapping,
  rememberedFor,
} from '../orders/import/column-mapping.ts'
import { indexProducts } from '../orders/import/find-product.ts'
import { type ImportColumn, importColumnNames } from '../orders/import/import-columns.ts'
import {
  type ColumnPlaces,
  type ImportSheetRow,
  noSurroundings,
  type ReadSheet,
  type SheetSurroundings,
} from '../orders/import/read-sheet.ts'
import {
  type ShopFileKind,
  type ShopLayout,
  shopLayoutOf,
  useOfColumn,
} from '../orders/import/shop-headers.ts'
import type { KnownZone } from '../zones/recognise-zone.ts'
import { readShopSheet } from './read-shop-sheet.ts'
import { shopRows } from './shop-rows.ts'

/** A product that a line of a source of this kind means: by its SKU, or by its name (`skuKey`, `itemNameKey`). */
export type KnownLine = { kind: ShopFileKind; by: 'sku' | 'name'; key: string; product: string }

/**
 * `knownLines`: those of the sources whose lines the actor may map. `zones`: of the country, where the rows become orders; a
 * check does without.
 */
export type OrderFileContext = ImportCheckContext & {
  knownLines?: readonly KnownLine[]
  zones?: readonly KnownZone[]
}

/**
 * Checks a file of orders: read by the columns that a person has chosen, else as the export of a shop, else as a sheet of orders. Runs in
 * the browser's preview and on the server.
 */
export const checkOrderFile = (
  cells: readonly (readonly unknown[])[],
  context: OrderFileContext,
  surroundings: SheetSurroundings = noSurroundings,
): Result<CheckedImport> => {
  const shop = context.mapping ? null : findShop(cells)
  if (shop === null) return checkImport(cells, context, surroundings)
  const { sheet, hidden } = shopSheet(cells, shop, context, surroundings)
  return checkSheet(sheet, context, { ...surroundings, hidden })
}

/** How a person wants a file to be read. `automatic`: not by a remembered mapping. */
export type ReadingChoice = {
  mapping?: ColumnMapping | 'automatic' | null
  remembered?: readonly RememberedMapping[]
}

/** The mapping to read a file by: the one just chosen, or the one remembered for its headers. */
export const mappingFor = (
  cells: readonly (readonly unknown[])[],
  { mapping = null, remembered = [] }: ReadingChoice,
): ColumnMapping | null => {
  if (mapping === 'automatic') return null
  return mapping ?? rememberedFor(cells, remembered)
}

/** A file that was checked, or why not. `mapping`: the one by which it was read; `headers`: to choose columns from, if it has any. */
export type CheckedFile = {
  checked: Result<CheckedImport>
  mapping: ColumnMapping | null
  headers: FileHeaders | null
}

/** Checks a file, and says what a person needs to choose its columns. */
export const checkChosenFile = (
  cells: readonly (readonly unknown[])[],
  context: OrderFileContext,
  choice: ReadingChoice,
  surroundings: SheetSurroundings = noSurroundings,
): CheckedFile => {
  const mapping = mappingFor(cells, choice)
  const checked = checkOrderFile(cells, { ...context, mapping }, surroundings)
  const headerAt = checked.ok ? checked.value.headerRow - 1 : null
  return { checked, mapping, headers: fileHeaders(cells, headerAt) }
}

type FoundShop = ShopLayout & { headerAt: number; headers: string[] }

/** Rows among which a header is looked for. */
const headerWithin = 20

const findShop = (cells: readonly (readonly unknown[])[]): FoundShop | null => {
  for (const [headerAt, row] of cells.slice(0, headerWithin).entries()) {
    const headers = Array.from(row, cellText)
    const layout = shopLayoutOf(headers)
    if (layout !== null) return { ...layout, headerAt, headers }
  }
  return null
}

/** The export of a shop as a sheet of orders, an order a row, numbered from 1. */
const shopSheet = (
  cells: readonly (readonly unknown[])[],
  shop: FoundShop,
  { country, products, knownLines = [] }: OrderFileContext,
  { hidden }: SheetSurroundings,
): { sheet: ReadSheet; hidden: SheetSurroundings['hidden'] } => {
  const { kind, headers, headerAt } = shop
  const index = indexProducts(products)
  const mapping = { bySku: productsBy('sku', kind, knownLines), byName: productsBy('name', kind, knownLines) }
  const hiddenInFile = new Set(hidden.rows)
  const rows: ImportSheetRow[] = []
  const hiddenRows: number[] = []
  for (const read of readShopSheet(cells, headerAt, shop, country))
    for (const made of shopRows(read, { kind, country, products: index, mapping })) {
      const row = rows.length + 1
      rows.push({ row, ...made })
      // A filter on a column of the order hides its further rows, which have none.
      if (hiddenInFile.has(read.row)) hiddenRows.push(row)
    }
  const uses = headers.map((_, place) => useOfColumn(shop, place))
  const columns = Object.fromEntries(importColumnNames.map((name, place) => [name, place])) as Record<
    ImportColumn,
    number
  > satisfies ColumnPlaces
  return {
    sheet: {
      format: kind,
      headerRow: headerAt + 1,
      headers: [...importColumnNames],
      columns,
      orderNumber: null,
      rows,
      taken: headers.flatMap((header, place) => {
        const use = uses[place] ?? null
        return use === null ? [] : { header, use }
      }),
      ignored: headers.filter((header, place) => header !== '' && uses[place] === null),
      repeated: [],
      problems: [],
    },
    hidden: { rows: hiddenRows, columns: [] },
  }
}

/** Products by key; a key that sources read differently means none. */
const productsBy = (
  by: KnownLine['by'],
  kind: ShopFileKind,
  lines: readonly KnownLine[],
): ReadonlyMap<string, string> => {
  const found = new Map<string, string | null>()
  for (const line of lines) {
    if (line.kind !== kind || line.by !== by) continue
    const key = by === 'sku' ? skuKey(line.key) : line.key
    const other = found.get(key)
    found.set(key, other === undefined || other === line.product ? line.product : null)
  }
  return new Map([...found].flatMap(([key, product]) => (product === null ? [] : [[key, product] as const])))
}
