import type { ExportKind } from '../lib/define-resource.ts'
import type { Shapes } from '../lib/shape.ts'
import { type ResourceName, resources } from '../resources.ts'

/** Column width by kind, in characters. */
const widths: Record<ExportKind, number> = {
  text: 24,
  phone: 20,
  url: 24,
  instant: 17,
  date: 12,
  integer: 10,
  number: 10,
  money: 14,
  flag: 10,
  choice: 16,
}

/** Column widths of a spreadsheet, in column order, in characters. */
export const exportWidths = (resource: ResourceName): number[] => {
  const shapes: Shapes = resources[resource].shapes
  return resources[resource].exported.map(
    (column) => widths[(shapes[column]?.kind ?? 'choice') as ExportKind],
  )
}

/** Maximum number of rows of one spreadsheet. */
export const largestExport = 200_000

export const exportFileName = (resource: ResourceName): string => `${resource}.xlsx`
