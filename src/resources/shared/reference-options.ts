import type { SearchHit } from '../../../domain/changes/changes.ts'
import type { CountryCode } from '../../../domain/core/countries.ts'
import type { Where } from '../../../domain/lib/filter.ts'
import { fold } from '../../../domain/lib/fold.ts'
import type { OrderProduct } from '../../../domain/products/product.ts'
import { type ResourceName, type ResourceRecords, resources } from '../../../domain/resources.ts'
import { toSearchEntry } from '../../../domain/search/searchable.ts'
import type { Api } from '../../api/create-api.ts'
import type { UploadImage } from '../../form/form-model.ts'
import type { ComboboxOption } from '../../ui/fields/combobox-option.ts'

type Search = (text: string, country: CountryCode, signal: AbortSignal) => Promise<ComboboxOption[]>

const shown = 20
/** Read where something was typed, since the newest ones are read first and matches at the start are shown first. */
const MAX_RANKED = 60

/** Searches records for a reference field, in one country if the resource has one. */
export const searchOptions =
  <R extends ResourceName>(api: Api, resource: R, narrowed: Where = {}): Search =>
  async (text, country, signal) => {
    const where: Where = {
      ...narrowed,
      ...(resources[resource].hasCountry ? { country } : {}),
      ...(text.trim() === '' ? {} : { keyword: text }),
    }
    const limit = text.trim() === '' ? shown : MAX_RANKED
    const { items } = await api.list(resource, { where, limit }, { signal })
    return byStart(
      items.map((record) => optionOf(resource, record)),
      text,
    ).slice(0, shown)
  }

/** Labels that begin with the text, then those with a word that does, then the rest; each in its former order. */
export const byStart = <Option extends { label: string }>(
  options: readonly Option[],
  text: string,
): Option[] => {
  const typed = fold(text)
  const rankOf = ({ label }: Option) => {
    const folded = fold(label)
    return folded.startsWith(typed) ? 0 : ` ${folded}`.includes(` ${typed}`) ? 1 : 2
  }
  return options.toSorted((one, other) => rankOf(one) - rankOf(other))
}

/** Options of these ids, whatever their country. */
export const namedOptions = async <R extends ResourceName>(
  api: Api,
  resource: R,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<ComboboxOption[]> => {
  const { items } = await api.list(resource, { where: { ids: ids.join() }, limit: ids.length }, { signal })
  return items.map((record) => optionOf(resource, record))
}

/** Option of a scanned record, if of this resource and country; else null. */
export const scannedOption =
  (api: Api, resource: ResourceName) =>
  async (hit: SearchHit, country: CountryCode): Promise<ComboboxOption | null> => {
    if (hit.resource !== resource) return null
    const record = await api.one(resource, hit.id)
    return record.country === country ? optionOf(resource, record) : null
  }

/** Users who may own products. */
export const ownerOptions = (api: Api): Search =>
  searchOptions(api, 'users', { role: 'seller,admin', isActivated: 'true' })

/** Products of an order's seller. */
export const orderProductOptions =
  (api: Api, order: string): Search =>
  async (text, _, signal) => {
    const { items } = await api.orders.products(order, { signal })
    const typed = fold(text)
    const named = items.filter(({ name, number }) => ` ${fold(name)} ${number}`.includes(typed))
    return byStart(named.map(options.products), text).slice(0, shown)
  }

/** Uploads a product picture. */
export const imageUpload =
  (api: Api): UploadImage =>
  async (file, options) =>
    (await api.images.upload(file, options)).path

/** Options of resources whose records may share a name: with distinguishing facts. */
const options: {
  readonly products: (record: OrderProduct) => ComboboxOption
} & {
  readonly [R in 'users' | 'affiliates']: (record: ResourceRecords[R]) => ComboboxOption
} = {
  products: ({ id, name, number, available, price, country, productImage }) => ({
    value: id,
    label: name,
    detail: `${number} · ${available}`,
    picture: productImage,
    facts: { number, stock: available, price, country },
  }),
  users: ({ id, name, email, phone, country }) => ({
    value: id,
    label: name,
    detail: email,
    picture: null,
    facts: { phone, country },
  }),
  affiliates: ({ id, name, number, price, country, productImage }) => ({
    value: id,
    label: name,
    detail: String(number),
    picture: productImage,
    facts: { number, price, country },
  }),
}

/** Default option: title and subtitle. */
function optionOf<R extends ResourceName>(resource: R, record: ResourceRecords[R]): ComboboxOption {
  const own: Partial<Record<string, (record: never) => ComboboxOption>> = options
  const { title, subtitle } = toSearchEntry(resource, record)
  return own[resource]?.(record as never) ?? { value: record.id, label: title, detail: subtitle }
}
