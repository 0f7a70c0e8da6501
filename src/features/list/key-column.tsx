import { useTranslation } from 'react-i18next'
import type { CountryCode } from '../../../domain/core/countries.ts'
import type { ResourceName } from '../../../domain/resources.ts'
import {
  bestKeyColumn,
  keyColumns,
  type PastedTable,
  probeKeys,
} from '../../../domain/search/pasted-table.ts'
import type { Api } from '../../api/create-api.ts'
import { Field } from '../../ui/fields/field.tsx'
import { Select } from '../../ui/fields/select.tsx'

/** Column index from 0; `all`: every cell is a key. */
export type KeyColumn = number | 'all'

/** Finds the key column by looking up samples, if there are several candidates. */
export const findKeyColumn = async (
  api: Pick<Api, 'resolve'>,
  resource: ResourceName,
  table: PastedTable,
  { country, signal }: { country: CountryCode; signal?: AbortSignal },
): Promise<number> => {
  const [first = 0, other] = keyColumns(table, country)
  if (other === undefined) return first
  const { found, ambiguous } = await api.resolve(resource, probeKeys(table, country), { country, signal })
  const named = new Set([...found, ...ambiguous].map(({ key }) => key))
  return bestKeyColumn(table, country, (key) => named.has(key))
}

type KeyColumnFieldProps = {
  table: PastedTable
  column: KeyColumn
  /** Whether every cell may be a key. */
  withAll?: boolean
  onChange: (column: KeyColumn) => void
}

/** Selects the key column of a pasted table. */
export const KeyColumnField = ({ table, column, withAll = false, onChange }: KeyColumnFieldProps) => {
  const { t } = useTranslation('paste')
  const places = Array.from({ length: table.width }, (_, place) => place)
  return (
    <Field label={t('column.label')}>
      <Select
        value={String(column)}
        options={[
          ...places.map((place) => ({ value: String(place), label: columnWords(table, place, t) })),
          ...(withAll ? [{ value: 'all', label: t('column.all') }] : []),
        ]}
        onValueChange={(value) => onChange(value === 'all' ? value : Number(value))}
      />
    </Field>
  )
}

type Translate = ReturnType<typeof useTranslation<'paste'>>['t']

/** `2 · Tracking : 15050, 15049…` */
const columnWords = ({ headers, rows }: PastedTable, place: number, t: Translate): string => {
  const cells = rows.slice(0, MAX_SAMPLES).map(({ cells }) => cells[place] ?? '')
  const sample = cells.filter((cell) => cell !== '').join(', ')
  const header = headers?.[place] ?? ''
  const name = header === '' ? t('column.place', { place: place + 1 }) : header
  return sample === '' ? name : t('common:said', { what: name, words: sample })
}

const MAX_SAMPLES = 3
