import { describe, expect, it } from 'vitest'
import { type LanguageCode, languageCodes } from '../../../domain/core/languages.ts'
import {
  messageLink,
  templateVariables,
  unknownVariables,
  writeMessage,
} from '../../../domain/templates/message-text.ts'

const subject = {
  country: 'ic',
  number: 10_423,
  customerName: 'Awa Koné',
  customerPhone: '+2250708091011',
  productName: 'Montre & bracelet',
  totalPrice: 15_000,
  ownerName: 'Koffi',
  callbackAt: '2026-11-28T09:30:00.000Z',
  postponedTo: '2026-11-30',
} as const

const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

const write = (text: string, language: LanguageCode = 'fr', more: object = {}) => {
  const written = writeMessage({ text, language }, { ...subject, ...more })
  return 'missing' in written ? written : plain(written.text)
}

describe('the text of a template', () => {
  it.each([
    ['Bonjour {customer} {number} {product} {total} {seller} {callback} {slot}', []],
    ['Bonjour {client}, {total} et {montant}', ['{client}', '{montant}']],
    ['{Customer}', ['{Customer}']],
    ['{ customer }', ['{ customer }']],
    ['{}', ['{}']],
    ['Bonjour {customer', ['{']],
    ['Bonjour customer}', ['}']],
    ['{{customer}}', ['{']],
    ['Rien', []],
  ])('%s names %j', (text, unknown) => {
    expect(unknownVariables(text)).toEqual(unknown)
  })

  it('is written with the values of the record, in the language of the template', () => {
    expect(write('{customer}, n° {number}: {product}, {total}. {seller}')).toBe(
      'Awa Koné, n° 10423: Montre & bracelet, 15 000 F CFA. Koffi',
    )
    expect(languageCodes.map((language) => write('{callback} / {slot}', language))).toEqual([
      'samedi 28 novembre à 09:30 / lundi 30 novembre',
      'Saturday 28 November at 09:30 / Monday 30 November',
      'Samstag, 28. November um 09:30 / Montag, 30. November',
      'sabato 28 novembre alle ore 09:30 / lunedì 30 novembre',
      'sábado, 28 de noviembre, 09:30 / lunes, 30 de noviembre',
      'суббота, 28 ноября в 09:30 / понедельник, 30 ноября',
    ])
  })

  it('names an order by its number in a message about its parcel, and its time in the customer’s zone', () => {
    expect(write('{number}', 'fr', { orderNumber: 77 })).toBe('77')
    expect(write('{callback}', 'en', { country: 'fr' })).toBe('Saturday 28 November at 10:30')
  })

  it('says which value is missing, and writes none that it does not name', () => {
    expect(write('{customer} {callback}', 'fr', { callbackAt: null })).toEqual({ missing: 'callback' })
    expect(write('{slot} {callback}', 'fr', { postponedTo: undefined })).toEqual({ missing: 'slot' })
    expect(write('{customer}', 'fr', { callbackAt: null, postponedTo: null })).toBe('Awa Koné')
  })

  it('is not read again in the values', () => {
    expect(write('{customer}', 'fr', { customerName: '{total} $& {slot}' })).toBe('{total} $& {slot}')
  })

  it('has a value for each variable', () => {
    for (const name of templateVariables) expect(write(`{${name}}`)).toEqual(expect.any(String))
  })
})

describe('the link of a message', () => {
  const message = {
    phone: '+2250708091011',
    name: 'Rappel & suite',
    text: 'Bonjour Awa, 15 000 & plus ?\nMerci',
  }
  const body = 'Bonjour%20Awa%2C%2015%20000%20%26%20plus%20%3F%0AMerci'

  it.each([
    ['whatsapp', `https://wa.me/2250708091011?text=${body}`],
    ['sms', `sms:+2250708091011?body=${body}`],
    ['email', `mailto:?subject=Rappel%20%26%20suite&body=${body}`],
  ] as const)('opens %s', (channel, link) => {
    expect(messageLink({ ...message, channel })).toBe(link)
  })
})
