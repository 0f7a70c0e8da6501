import { expect, test } from 'vitest'
import { optionAPageFrom } from '../../../src/ui/fields/combobox-option.ts'

const options = Array.from({ length: 25 }, (_, place) => ({ value: String(place), label: `Option ${place}` }))
const from = (place: number | null, key: 'PageDown' | 'PageUp') =>
  optionAPageFrom(options, place === null ? undefined : options[place], key)?.value

test('PageDown and PageUp move ten options and stop at the ends', () => {
  expect(from(null, 'PageDown')).toBe('9')
  expect(from(3, 'PageDown')).toBe('13')
  expect(from(20, 'PageDown')).toBe('24')
  expect(from(13, 'PageUp')).toBe('3')
  expect(from(3, 'PageUp')).toBe('0')
  expect(from(null, 'PageUp')).toBe('0')
  expect(optionAPageFrom([], undefined, 'PageDown')).toBeUndefined()
})
