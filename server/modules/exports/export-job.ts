import { whyNot } from '../../../domain/access/why-not.ts'
import { exportFileName } from '../../../domain/exports/export-columns.ts'
import type { LanguageCode } from '../../../domain/languages.ts'
import { type ResourceName, resources } from '../../../domain/resources.ts'
import type { JobInput, WholeJob } from '../../jobs/define-job.ts'
import { Refused } from '../../refused.ts'
import { readExport } from './read-export.ts'
import { writeExport } from './write-export.ts'

/** What is kept of the call. */
export type ExportInput = {
  resource: ResourceName
  parameters: Record<string, unknown>
  language: LanguageCode
}

/** A list of many rows as a spreadsheet; reads only, so that it begins again wherever it was interrupted. */
export const exportJob: WholeJob = {
  work: 'records.export',
  run: async ({ context, actor, input, progress, openFile, end }) => {
    const { resource, parameters, language } = readInput(input)
    const forbidden = actor === null ? 'FORBIDDEN' : whyNot(actor, resources[resource].verbs.export)
    if (actor === null || forbidden !== null) throw new Refused(forbidden ?? 'FORBIDDEN')
    const { query } = readExport(resource, parameters)
    const file = await openFile()
    const done = await writeExport(
      context,
      actor,
      { resource, query, language },
      { take: file.append, onRows: progress },
    )
    await file.flush()
    await end(null, { done, fileName: exportFileName(resource) })
  },
}

const readInput = (input: JobInput): ExportInput => input as ExportInput
