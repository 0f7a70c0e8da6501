import { type CountryCode, countries } from '../../../domain/core/countries.ts'
import { formatPhone } from '../../../domain/lib/phone-format.ts'
import type { Courier } from '../../../domain/users/user.ts'
import type { ArgumentChoice, CommandContext } from '../../commands/command.ts'

/** Couriers of a country as choices, each with telephone and what they have in hand: work is given by it. */
export const courierChoices = async (
  country: CountryCode,
  { api, say }: Pick<CommandContext['ports'], 'api' | 'say'>,
  signal: AbortSignal,
): Promise<ArgumentChoice[]> => {
  const { items } = await api.users.couriers(country, { signal, load: true })
  const { currency } = countries[country]
  return items.map(({ id, name, phone, load }) => ({
    value: id,
    text: name,
    detail: [formatPhone(phone), ...(load ? loadWords(load, currency, say) : [])].join(' · '),
  }))
}

const loadWords = (
  { assigned, out, cash }: NonNullable<Courier['load']>,
  currency: string,
  say: CommandContext['ports']['say'],
): string[] => [
  ...(assigned > 0 ? [say('shippings:load.assigned', { count: assigned })] : []),
  ...(out > 0 ? [say('shippings:load.out', { count: out })] : []),
  ...(cash > 0 ? [say('shippings:load.cash', { amount: cash, currency })] : []),
]
