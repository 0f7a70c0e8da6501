import type { CountryCode } from '../../../domain/core/countries.ts'
import { formatPhone } from '../../../domain/lib/phone-format.ts'
import type { Courier } from '../../../domain/users/user.ts'
import type { ArgumentChoice, CommandContext } from '../../commands/command.ts'

/**
 * Couriers of a country as choices, each with telephone and the parcels in hand: work is given by it. Without their cash, which
 * is counted before anybody sees what is expected.
 */
export const courierChoices = async (
  country: CountryCode,
  { api, say }: Pick<CommandContext['ports'], 'api' | 'say'>,
  signal: AbortSignal,
): Promise<ArgumentChoice[]> => {
  const { items } = await api.users.couriers(country, { signal, load: true })
  return items.map(({ id, name, phone, load }) => ({
    value: id,
    text: name,
    detail: [formatPhone(phone), ...(load ? loadWords(load, say) : [])].join(' · '),
  }))
}

const loadWords = (
  { assigned, out }: NonNullable<Courier['load']>,
  say: CommandContext['ports']['say'],
): string[] => [
  ...(assigned > 0 ? [say('shippings:load.assigned', { count: assigned })] : []),
  ...(out > 0 ? [say('shippings:load.out', { count: out })] : []),
]
