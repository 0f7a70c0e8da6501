import { type Campaign, calculatorFields } from '../../../domain/calculator/calculate.ts'
import type { Code } from '../../../domain/core/codes.ts'
import type { CountryCode } from '../../../domain/core/countries.ts'
import { validatePlain } from '../../../domain/lib/field.ts'
import { readAmount, readCount, readDecimal } from '../../../domain/lib/typed/read-amount.ts'
import { deviceStorage } from '../../storage/browser-storage.ts'

export type InputName = keyof typeof calculatorFields
const inputNames = Object.keys(calculatorFields) as InputName[]

/** Text of the inputs; ratios are typed as percentages. */
export type CalculatorDraft = Record<InputName, string>

/** Number format of each input. */
export const inputKinds: Record<InputName, 'count' | 'money' | 'percent'> = {
  leads: 'count',
  costPerLead: 'money',
  price: 'money',
  unitCost: 'money',
  freight: 'money',
  confirmationRate: 'percent',
  deliveryRate: 'percent',
  deliveryFee: 'money',
  returnFee: 'money',
  confirmationFee: 'money',
  packaging: 'money',
  cashFeeRate: 'percent',
}

/** Fees of a country's tariff; null until they are read. */
export type DraftFees = Pick<CalculatorDraft, 'deliveryFee' | 'returnFee'>

/** Defaults: the country's tariff and typical rates. */
export const emptyDraft = (fees: DraftFees | null = null): CalculatorDraft => ({
  leads: '100',
  costPerLead: '0',
  price: '0',
  unitCost: '0',
  freight: '0',
  confirmationRate: '60',
  deliveryRate: '70',
  deliveryFee: fees?.deliveryFee ?? '0',
  returnFee: fees?.returnFee ?? '0',
  confirmationFee: '0',
  packaging: '0',
  cashFeeRate: '0',
})

type ReadDraft =
  | { campaign: Campaign; problems: Partial<Record<InputName, never>> }
  | { campaign: null; problems: Partial<Record<InputName, Code>> }

/** Parses the inputs, or returns errors by input. */
export const readCalculatorDraft = (draft: CalculatorDraft, country: CountryCode): ReadDraft => {
  const input = Object.fromEntries(inputNames.map((name) => [name, readInput(name, draft[name], country)]))
  const result = validatePlain(calculatorFields, input, { country })
  if (result.ok) return { campaign: result.value, problems: {} }
  const problems = Object.fromEntries((result.errors ?? []).map(({ path, code }) => [path, code]))
  return { campaign: null, problems }
}

/** A ratio as a percentage: 0.5575 is `55.75`. */
export const asPercent = (share: number): string => String(Number((share * 100).toFixed(2)))

/** URL parameters of the inputs. */
export const draftParameters = (draft: CalculatorDraft, country: CountryCode): Record<string, string> => ({
  country,
  ...draft,
})

/** Inputs from a URL over the defaults; null if it has none. */
export const draftFrom = (link: URLSearchParams): CalculatorDraft | null => {
  const given = inputNames.flatMap((name) => {
    const value = link.get(name)
    return value === null ? [] : [[name, value.slice(0, longestInput)] as const]
  })
  return given.length === 0 ? null : { ...emptyDraft(), ...Object.fromEntries(given) }
}

const longestInput = 40

/** Invalid text is passed on and refused by validation. */
const readInput = (name: InputName, typed: string, country: CountryCode): unknown => {
  if (typed.trim() === '') return null
  switch (inputKinds[name]) {
    case 'count':
      return readCount(typed) ?? typed
    case 'money':
      return readAmount(typed, country) ?? typed
    case 'percent': {
      const percent = readDecimal(typed.replace(/%\s*$/, ''), 3)
      return percent === null ? typed : Number((percent / 100).toFixed(6))
    }
  }
}

const keyOf = (user: string): string => `calculator.${user}`

/** Initial inputs: from the URL, else those last used in this browser. `blank`: fees that neither has. */
export const openingDraft = (
  link: URLSearchParams,
  user: string,
): { draft: CalculatorDraft; blank: readonly (keyof DraftFees)[] } => {
  const stored = new URLSearchParams(deviceStorage.getItem(keyOf(user)) ?? '')
  const source = draftFrom(link) === null ? stored : link
  return { draft: draftFrom(source) ?? emptyDraft(), blank: feeNames.filter((name) => !source.has(name)) }
}

const feeNames = ['deliveryFee', 'returnFee'] as const

export const keepDraft = (draft: CalculatorDraft, country: CountryCode, user: string): void =>
  deviceStorage.setItem(keyOf(user), new URLSearchParams(draftParameters(draft, country)).toString())
