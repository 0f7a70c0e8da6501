import { widestImport } from './import-columns.ts'

/** What to do with rows hidden by hand or by a filter. */
export const hiddenRowChoices = ['skip', 'import'] as const
export type HiddenRows = (typeof hiddenRowChoices)[number]

/** Numbers of the hidden rows of a worksheet. `xml`: its part of the workbook; single pass. */
export const hiddenRows = (xml: string): number[] => {
  const hidden: number[] = []
  let row = 0
  for (const [, attributes = ''] of xml.matchAll(/<(?:\w{1,20}:)?row(?=[\s>/])([^<>]{0,1000})>?/g)) {
    row = Number(/\sr=["'](\d{1,9})["']/.exec(attributes)?.[1] ?? row + 1)
    if (/\shidden=["'](?:1|true)["']/.test(attributes)) hidden.push(row)
  }
  return hidden
}

/** 0-based indexes of hidden columns, up to the last one read. */
export const hiddenColumns = (xml: string): number[] => {
  const hidden = new Set<number>()
  const end = xml.search(/<(?:\w{1,20}:)?sheetData[\s>/]/)
  const head = end < 0 ? xml : xml.slice(0, end)
  for (const [, attributes = ''] of head.matchAll(/<(?:\w{1,20}:)?col(?=[\s>/])([^<>]{0,1000})>?/g)) {
    if (!/\shidden=["'](?:1|true)["']/.test(attributes)) continue
    const first = Number(/\smin=["'](\d{1,9})["']/.exec(attributes)?.[1] ?? 0)
    const last = Number(/\smax=["'](\d{1,9})["']/.exec(attributes)?.[1] ?? first)
    for (let column = Math.max(first, 1); column <= Math.min(last, widestImport); column++)
      hidden.add(column - 1)
  }
  return [...hidden].sort((a, b) => a - b)
}

export const workbookRelations = 'xl/_rels/workbook.xml.rels'

/** Path of a worksheet's part by its relation id, `rId1`; null if absent. */
export const worksheetPart = (relations: string, id: string): string | null => {
  for (const [, attributes = ''] of relations.matchAll(/<(?:\w{1,20}:)?Relationship\s([^<>]{0,2000})>/g)) {
    if (/(?:^|\s)Id=["']([^"']*)["']/.exec(attributes)?.[1] !== id) continue
    const target = /(?:^|\s)Target=["']([^"']*)["']/.exec(attributes)?.[1]
    if (target === undefined) return null
    return target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`
  }
  return null
}
