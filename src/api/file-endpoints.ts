import type { CountryCode } from '../../domain/countries.ts'
import type { Where } from '../../domain/lib/filter.ts'
import type { Correction } from '../../domain/orders/import/corrections.ts'
import type { ResourceName } from '../../domain/resources.ts'
import { type ReadOptions, type WriteOptions, write } from './call-options.ts'
import type { ApiClient } from './client.ts'
import type { LongWork } from './long-work.ts'
import type { OnSent } from './send-with-progress.ts'

/** `all`: every row or none. `valid`: the good rows. */
export type UploadMode = 'all' | 'valid'

/** `country` is the country of the created orders; the actor's own where it is left out. */
export type UploadOptions = WriteOptions & {
  dryRun?: boolean
  mode?: UploadMode
  country?: CountryCode
  /** Cells that are read as this instead of what the file says there. */
  corrections?: readonly Correction[]
  /** Told how many bytes of how many have been sent. */
  onSent?: OnSent
}

export type DownloadChoice = { where: Where; except?: readonly string[]; sort?: string }

/** Spreadsheets in and out. The caller knows the report type of its upload. */
export const fileEndpoints = (client: ApiClient, longWork: LongWork) => ({
  upload: <Report>(
    resource: ResourceName,
    file: File,
    { dryRun, mode, country, corrections, onSent, ...options }: UploadOptions = {},
  ): Promise<Report> =>
    longWork.json<Report>(
      `/${resource}/upload-multiple`,
      {
        ...write('POST', multipart(file, corrections), options),
        query: { dryRun: dryRun ? '1' : undefined, mode, country },
        onSent,
      },
      options,
    ),

  /** The rows of a file that would be, or were, refused, as a spreadsheet with the reasons beside them. */
  failedRows: (
    resource: ResourceName,
    file: File,
    { mode, country, corrections, ...options }: UploadOptions = {},
  ) =>
    client<Blob, 'blob'>(`/${resource}/upload-multiple/failed`, {
      ...write('POST', multipart(file, corrections), options),
      query: { mode, country },
      responseType: 'blob',
    }),

  template: (resource: ResourceName, { signal, country }: ReadOptions & { country?: CountryCode } = {}) =>
    client<Blob, 'blob'>(`/${resource}/download-multiple-template`, {
      method: 'POST',
      query: { country },
      signal,
      responseType: 'blob',
    }),

  /** Everything of a list that matches, less `except`; waits for the job where there is much. */
  download: (
    resource: ResourceName,
    { where, except = [], sort }: DownloadChoice,
    options: WriteOptions = {},
  ): Promise<Blob> =>
    longWork.blob(
      `/${resource}/download`,
      write(
        'POST',
        { ...where, ...(sort ? { sort } : {}), ...(except.length > 0 ? { except: except.join() } : {}) },
        options,
      ),
      options,
    ),
})

const multipart = (file: File, corrections: readonly Correction[] = []): FormData => {
  const form = new FormData()
  if (corrections.length > 0) form.append('corrections', JSON.stringify(corrections))
  form.append('file', file, file.name)
  return form
}
