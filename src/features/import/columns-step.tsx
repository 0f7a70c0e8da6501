import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type ColumnMapping,
  type FileHeaders,
  joinedColumns,
  type MappedColumn,
} from '../../../domain/orders/import/column-mapping.ts'
import {
  type ImportColumn,
  importColumnNames,
  importColumnOf,
  requiredImportColumns,
} from '../../../domain/orders/import/import-columns.ts'
import type { ImportReport } from '../../../domain/orders/import/import-report.ts'
import type { Failure } from '../../../machines/failure.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { errorWords } from '../../ui/error-words.ts'
import { Field } from '../../ui/fields/field.tsx'
import { Select, type SelectOption } from '../../ui/fields/select.tsx'
import { Icon } from '../../ui/icons/icon.tsx'
import type { ReadFile } from './bind-import.ts'
import { headingKeys } from './preview-rows.ts'

type ColumnsStepProps = {
  file: ReadFile
  fileName: string
  /** What was read before; null where the headers are unknown. */
  preview: ImportReport | null
  /** Why nothing was read. */
  failure: Failure | null
  isSaving: boolean
  onChoose: (mapping: ColumnMapping) => void
  /** Null where the file would be read as it is. */
  onAutomatic: (() => void) | null
  onForget: (() => void) | null
  onBack: (() => void) | null
  onAnother: () => void
}

/** Which column of the file is read as what. */
export const ColumnsStep = (props: ColumnsStepProps) => {
  const { file, fileName, preview, failure, isSaving, onChoose, onAutomatic, onForget, onBack, onAnother } =
    props
  const { t } = useTranslation(['import', 'orders', 'errors'])
  const [uses, setUses] = useState(() => firstUses(file, preview))
  const { headers, keys, samples } = file.headers ?? noHeaders
  const missing = requiredImportColumns.filter((column) => !uses.includes(column))
  const missingWords = t('mapping.missing', {
    columns: missing.map((column) => t(headingKeys(column))).join(', '),
  })
  const apply = () => {
    if (missing.length === 0 && !isSaving) onChoose(mappingOf(keys, uses))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const act = event.key === 'Enter' && (event.ctrlKey || event.metaKey) ? apply : null
    const left = event.key === 'Escape' ? onBack : act
    if (left === null) return
    event.preventDefault()
    event.stopPropagation()
    left()
  }
  const options: SelectOption<ImportColumn | typeof unread>[] = [
    { value: unread, label: t('mapping.unread') },
    ...importColumnNames.map((value) => ({
      value,
      label: t(headingKeys(value)) + (requiredImportColumns.includes(value) ? ' *' : ''),
    })),
  ]
  return (
    <form
      aria-label={t('mapping.title')}
      onKeyDown={onKeyDown}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        apply()
      }}
      className="flex flex-col gap-4 pb-8"
    >
      {failure !== null && (
        <div
          role="alert"
          className="flex max-w-160 flex-col gap-1.5 rounded-lg border border-line bg-surface p-4"
        >
          <p className="flex items-center gap-2 font-semibold">
            <Icon name="file-warning" size={18} className="text-danger" />
            {errorWords(t, failure)}
          </p>
          <p className="text-ink-muted">{fileName}</p>
          {failure.errors.length > 0 && (
            <p>
              {t('failed.missing', {
                columns: failure.errors.map(({ path }) => t(headingKeys(path))).join(', '),
              })}
            </p>
          )}
          <p className="text-ink-muted">{t('failed.nothingWritten')}</p>
        </div>
      )}
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-1 basis-80 flex-col gap-1">
          {failure === null && <p className="truncate font-medium">{fileName}</p>}
          <p className="text-pretty text-ink-muted">{t('mapping.lead')}</p>
        </div>
        {onBack !== null && (
          <Button keys="Escape" onClick={onBack}>
            {t('mapping.back')}
          </Button>
        )}
        {onAutomatic !== null && (
          <Button icon="wand" onClick={onAutomatic}>
            {t('mapping.automatic')}
          </Button>
        )}
        {onForget !== null && (
          <Button icon="trash" onClick={onForget}>
            {t('mapping.forget')}
          </Button>
        )}
        <Button icon="upload" keys="o" onClick={onAnother}>
          {t('preview.another')}
        </Button>
        <Button
          type="submit"
          variant="primary"
          keys="Mod+Enter"
          pending={isSaving}
          whyNot={missing.length > 0 ? missingWords : null}
        >
          {t('mapping.apply')}
        </Button>
      </div>
      <p role="status" className="min-h-5 text-sm text-warning empty:hidden">
        {missing.length > 0 && missingWords}
      </p>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(17rem,100%),1fr))] gap-x-6 gap-y-4">
        {headers.map((header, place) => {
          const key = keys[place] ?? ''
          if (key === '') return null
          return (
            <Field key={key} label={header} hint={samples[place]}>
              <Select
                autoFocus={place === firstNamed(keys)}
                value={uses[place] ?? unread}
                options={options}
                onValueChange={(value) => setUses(withUse(uses, place, value === unread ? null : value))}
              />
            </Field>
          )
        })}
      </div>
    </form>
  )
}

const unread = 'unread'

const noHeaders: FileHeaders = { headers: [], keys: [], samples: [] }

type Uses = readonly (ImportColumn | null)[]

const firstNamed = (keys: readonly string[]): number => keys.findIndex((key) => key !== '')

/** The chosen columns; else those that were read, or whose headers are known, the first of each. */
const firstUses = ({ headers, mapping }: ReadFile, preview: ImportReport | null): Uses => {
  if (headers === null) return []
  const { keys, headers: written } = headers
  if (mapping !== null) {
    const chosen = new Map(mapping.map(({ header, column }) => [header, column]))
    return keys.map((key) => chosen.get(key) ?? null)
  }
  const taken = new Map((preview?.taken ?? []).map(({ header, use }) => [header, use]))
  const found = new Set<ImportColumn>()
  return written.map((header) => {
    const use = taken.get(header) ?? (preview === null ? importColumnOf(header) : null)
    const column = importColumnNames.find((name) => name === use) ?? null
    if (column === null || found.has(column)) return null
    found.add(column)
    return column
  })
}

/** A field that one column alone can be is taken from the other. */
const withUse = (uses: Uses, place: number, column: ImportColumn | null): Uses =>
  uses.map((use, at) => {
    if (at === place) return column
    return use !== null && use === column && joinedColumns[use] === undefined ? null : use
  })

const mappingOf = (keys: readonly string[], uses: Uses): MappedColumn[] =>
  keys.flatMap((header, place) => {
    const column = uses[place] ?? null
    return column === null || header === '' ? [] : { header, column }
  })
