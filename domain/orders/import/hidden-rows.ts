/** What becomes of rows that the sheet hides, by hand or by a filter. */
export const hiddenRowChoices = ['skip', 'import'] as const
export type HiddenRows = (typeof hiddenRowChoices)[number]

/** The numbers of the rows that a worksheet hides. `xml` is its part of the workbook; it is gone through once. */
export const hiddenRows = (xml: string): number[] => {
  const hidden: number[] = []
  let row = 0
  for (const [, attributes = ''] of xml.matchAll(/<(?:\w{1,20}:)?row(?=[\s>/])([^<>]{0,1000})>?/g)) {
    row = Number(/\sr=["'](\d{1,9})["']/.exec(attributes)?.[1] ?? row + 1)
    if (/\shidden=["'](?:1|true)["']/.test(attributes)) hidden.push(row)
  }
  return hidden
}

export const workbookRelations = 'xl/_rels/workbook.xml.rels'

/** The part of a worksheet by its relation, `rId1`; null where the workbook names none. */
export const worksheetPart = (relations: string, id: string): string | null => {
  for (const [, attributes = ''] of relations.matchAll(/<(?:\w{1,20}:)?Relationship\s([^<>]{0,2000})>/g)) {
    if (/(?:^|\s)Id=["']([^"']*)["']/.exec(attributes)?.[1] !== id) continue
    const target = /(?:^|\s)Target=["']([^"']*)["']/.exec(attributes)?.[1]
    if (target === undefined) return null
    return target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`
  }
  return null
}
