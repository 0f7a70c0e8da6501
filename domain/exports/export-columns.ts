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

/** The widths of a spreadsheet's columns, in their order. */
export const exportWidths = (resource: ResourceName): number[] => {
  const shapes: Shapes = resources[resource].shapes
  return resources[resource].exported.map(
    (column) => widths[(shapes[column]?.kind ?? 'choice') as ExportKind],
  )
}

/** Rows that one spreadsheet may hold. */
export const largestExport = 200_000

/** What people save it as. */
export const exportFileName = (resource: ResourceName): string => `${resource}.xlsx`
