import { expect, it } from 'vitest'
import { callLink, phoneText } from '../../../../src/ui/format/phone.ts'

it('is dialled as it is stored and shown as its country writes it', () => {
  expect([phoneText('+2250708091011'), callLink('+2250708091011')]).toEqual([
    '+225 07 08 09 10 11',
    'tel:+2250708091011',
  ])
})

it('is neither shown nor dialled where it stands for an erased one', () => {
  expect([phoneText('+99919143906725'), callLink('+99919143906725')]).toEqual(['[∅]', null])
})
