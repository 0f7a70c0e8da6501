import type { CountryCode } from '../../domain/countries.ts'
import type { Where } from '../../domain/lib/filter.ts'
import type { ResourceName, ResourceRecords } from '../../domain/resources.ts'
import type { Api } from '../api/create-api.ts'
import type { ComboboxOption } from '../ui/combobox-option.ts'

type Referred = Extract<ResourceName, 'products' | 'users'>

const shown = 20

/** Looks records of a resource up by their words, in one country, for a reference field. */
export const searchOptions =
  <R extends Referred>(api: Api, resource: R) =>
  async (text: string, country: CountryCode, signal: AbortSignal): Promise<ComboboxOption[]> => {
    const where: Where = text.trim() === '' ? { country } : { country, keyword: text }
    const { items } = await api.list(resource, { where, limit: shown }, { signal })
    return items.map((record) => option[resource](record))
  }

const option: { [R in Referred]: (record: ResourceRecords[R]) => ComboboxOption } = {
  products: ({ id, name, number, available }) => ({
    value: id,
    label: name,
    detail: `${number} · ${available}`,
  }),
  users: ({ id, name, email }) => ({ value: id, label: name, detail: email }),
}
