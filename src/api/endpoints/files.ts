import type { CountryCode } from '../../../domain/core/countries.ts'
import type { Where } from '../../../domain/lib/filter.ts'
import type { StoredImage } from '../../../domain/lib/image.ts'
import type { ColumnMapping } from '../../../domain/orders/import/column-mapping.ts'
import type { Correction } from '../../../domain/orders/import/corrections.ts'
import type { HiddenRows } from '../../../domain/orders/import/hidden-rows.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import type { KnownLine } from '../../../domain/shop-files/check-order-file.ts'
import type { ImportMapping, MappingInput } from '../../../domain/shop-files/import-mapping.ts'
import { type Listed, type ReadOptions, read, type WriteOptions, writeOptions } from '../call-options.ts'
import type { ApiClient } from '../client.ts'
import type { LongWork } from '../long-work.ts'
import type { OnSent } from '../send-with-progress.ts'

/** What imports of files remember of the user, and of lines of sources. */
export const importEndpoints = (client: ApiClient) => ({
  mappings: (options?: ReadOptions) => client<Listed<ImportMapping>>('/import-mappings', read(options)),

  remember: (input: MappingInput, options?: WriteOptions) =>
    client<ImportMapping>('/import-mappings', writeOptions('PUT', input, options)),

  forget: (id: string, options?: WriteOptions) =>
    client<void>(`/import-mappings/${id}`, writeOptions('DELETE', undefined, options)),

  knownLines: (country: CountryCode, options?: ReadOptions) =>
    client<Listed<KnownLine>>('/import-lines', read(options, { country })),
})

/** `all`: every row or none. `valid`: only valid rows. */
export type UploadMode = 'all' | 'valid'

/** `country`: of the created orders; default: the actor's. */
export type UploadOptions = WriteOptions & {
  dryRun?: boolean
  mode?: UploadMode
  country?: CountryCode
  /** Values that replace cells of the file. */
  corrections?: readonly Correction[]
  hiddenRows?: HiddenRows
  /** Numbers of rows that are not imported. */
  leftOut?: readonly number[]
  /** Columns that are read as what, if a person has chosen them. */
  mapping?: ColumnMapping | null
  /** Upload progress in bytes. */
  onSent?: OnSent
}

export type DownloadChoice = { where: Where; except?: readonly string[]; sort?: string }

/** Uploads and downloads of spreadsheets. The caller provides the report type. */
export const fileEndpoints = (client: ApiClient, longWork: LongWork) => ({
  upload: <Report>(
    resource: ResourceName,
    file: File,
    {
      dryRun,
      mode,
      country,
      hiddenRows,
      corrections,
      leftOut,
      mapping,
      onSent,
      ...options
    }: UploadOptions = {},
  ): Promise<Report> =>
    longWork.json<Report>(
      `/${resource}/upload-multiple`,
      {
        ...writeOptions('POST', multipart(file, { corrections, leftOut, mapping }), options),
        query: { dryRun: dryRun ? '1' : undefined, mode, country, hiddenRows },
        onSent,
      },
      options,
    ),

  /** A spreadsheet of the rows that would be, or were, refused, with reasons. */
  failedRows: (
    resource: ResourceName,
    file: File,
    { mode, country, hiddenRows, corrections, leftOut, mapping, ...options }: UploadOptions = {},
  ) =>
    client<Blob, 'blob'>(`/${resource}/upload-multiple/failed`, {
      ...writeOptions('POST', multipart(file, { corrections, leftOut, mapping }), options),
      query: { mode, country, hiddenRows },
      responseType: 'blob',
    }),

  template: (resource: ResourceName, { signal, country }: ReadOptions & { country?: CountryCode } = {}) =>
    client<Blob, 'blob'>(`/${resource}/download-multiple-template`, {
      method: 'POST',
      query: { country },
      signal,
      responseType: 'blob',
    }),

  /** The matching records of a list, less `except`; waits if it runs as a job. */
  download: (
    resource: ResourceName,
    { where, except = [], sort }: DownloadChoice,
    options: WriteOptions = {},
  ): Promise<Blob> =>
    longWork.blob(
      `/${resource}/download`,
      writeOptions(
        'POST',
        { ...where, ...(sort ? { sort } : {}), ...(except.length > 0 ? { except: except.join() } : {}) },
        options,
      ),
      options,
    ),
})

export const imageEndpoints = (client: ApiClient) => ({
  /** Returns the path to store in a record. */
  upload: (file: File, { onSent, ...options }: WriteOptions & { onSent?: OnSent } = {}) =>
    client<StoredImage>('/images', { ...writeOptions('POST', multipart(file), options), onSent }),
})

const multipart = (
  file: File,
  {
    corrections = [],
    leftOut = [],
    mapping = null,
  }: Pick<UploadOptions, 'corrections' | 'leftOut' | 'mapping'> = {},
): FormData => {
  const form = new FormData()
  if (mapping !== null) form.append('mapping', JSON.stringify(mapping))
  if (corrections.length > 0) form.append('corrections', JSON.stringify(corrections))
  if (leftOut.length > 0) form.append('leftOut', JSON.stringify(leftOut))
  form.append('file', file, file.name)
  return form
}
