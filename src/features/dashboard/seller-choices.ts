import type { Role } from '../../../domain/access/permissions.ts'
import type { CountryCode } from '../../../domain/core/countries.ts'
import { fold } from '../../../domain/lib/fold.ts'
import type { Api } from '../../api/create-api.ts'
import type { ArgumentChoice, CommandContext } from '../../commands/command.ts'
import type { ComboboxOption } from '../../ui/fields/combobox-option.ts'

const mostChoices = 200

/** Sellers as choices of the palette. */
export const sellerChoices = async (
  { ports, country, actor }: CommandContext,
  signal: AbortSignal,
): Promise<ArgumentChoice[]> => {
  const search = { api: ports.api, country, role: actor?.role, text: '', limit: mostChoices }
  const options = await findSellers(search, signal)
  return options.map(({ value, label }) => ({ value, text: label }))
}

type Search = { api: Api; country: CountryCode; role: Role | undefined; text: string; limit: number }

/** Searches sellers: among users for admins, among recent sales for moderators. */
export const findSellers = async (
  { api, country, role, text, limit }: Search,
  signal: AbortSignal,
): Promise<ComboboxOption[]> => {
  if (role === 'admin') {
    const where = { role: 'seller', country, ...(text.trim() === '' ? {} : { keyword: text }) }
    const { items } = await api.list('users', { where, limit, sort: 'name' }, { signal })
    return items.map(({ id, name, phone, country }) => ({
      value: id,
      label: name,
      picture: null,
      facts: { phone, country },
    }))
  }
  const { sellers } = await api.analytics.read({ country }, { signal })
  return sellers
    .filter(({ name }) => fold(name).includes(fold(text)))
    .map(({ id, name }) => ({ value: id, label: name }))
}
