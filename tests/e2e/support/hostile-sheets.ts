import { strFromU8, unzipSync } from 'fflate'
import { read } from 'xlsx'
import { cleanText } from '../../../domain/lib/typed/clean-text.ts'
import { resourceNames } from '../../../domain/resources.ts'
import { marksIn } from '../../support/markup/hostile-markup.ts'
import type { Guarantee } from '../../support/trust/guarantee.ts'
import type { Api } from './api.ts'
import type { Hostile } from './hostile-records.ts'

/** Exports every list and reads it with another library and as raw XML; returns the number of hostile cells. */
export const readHostileSheets = async (
  api: Api,
  hostile: Hostile,
  guarantee: Guarantee,
): Promise<number> => {
  let cells = 0
  for (const resource of resourceNames) {
    const answer = await api.send('POST', `${resource}/download`, {})
    if (!answer.ok()) throw new Error(`${resource}: ${answer.status()} ${await answer.text()}`)
    cells += readSheet(await answer.body(), resource, hostile, guarantee)
  }
  return cells
}

/** One try for each hostile cell: it must be a text cell with exactly the given text. */
export const readSheet = (bytes: Buffer, name: string, { given }: Hostile, guarantee: Guarantee): number => {
  let cells = 0
  const { Sheets } = read(bytes, { type: 'buffer' })
  for (const sheet of Object.values(Sheets)) {
    for (const [at, cell] of Object.entries(sheet)) {
      const [mark] = at.startsWith('!') ? [] : marksIn(String(cell.v))
      if (mark === undefined) continue
      cells += 1
      guarantee.tried()
      if (cell.t !== 's' || cell.f !== undefined) guarantee.broke(`${name} ${at}: ${cell.t} ${cell.f}`)
      if (cell.l !== undefined) guarantee.broke(`${name} ${at}: a link to ${cell.l.Target}`)
      const text = given.get(mark)?.text
      // Invisible marks, here those that turn the direction, are removed before a text is stored.
      const due = text === undefined ? undefined : cleanText(text)
      if (due !== undefined && cell.v !== due && !String(cell.v).includes('\n'))
        guarantee.broke(`${name} ${at}: ${cell.v} for ${due}`)
    }
  }
  for (const [part, bare] of Object.entries(unzipSync(new Uint8Array(bytes)))) {
    const xml = strFromU8(bare)
    const active =
      /<(f|hyperlink|ddeLink|oleLink|externalReference|script|x:f)[\s>/]|TargetMode="External"|<!(ENTITY|DOCTYPE)/i
    const found = active.exec(xml)
    if (found !== null) guarantee.broke(`${name}: ${found[0]} in ${part}`)
    if (/data-struck>/.test(xml)) guarantee.broke(`${name}: bare markup in ${part}`)
    if (/external|vba|macro|embedd/i.test(part)) guarantee.broke(`${name}: a part ${part}`)
  }
  return cells
}
