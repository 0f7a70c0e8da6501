import { expect, test } from 'vitest'
import { relativeWords } from '../../../../src/ui/format/relative-time.tsx'
import { deviceZone, zoneNote } from '../../../../src/ui/format/zone-note.ts'

const now = Date.parse('2026-11-27T06:52:00Z')

test.each([
  ['2026-11-25T10:10:00Z', 'Africa/Abidjan', 'avant-hier'],
  ['2026-11-26T06:10:00Z', 'Africa/Abidjan', 'hier'],
  ['2026-11-26T10:10:00Z', 'Africa/Abidjan', 'il y a 20 heures'],
  ['2026-11-30T06:00:00Z', 'Africa/Abidjan', 'dans 3 jours'],
  ['2026-11-28T23:30:00Z', 'Africa/Abidjan', 'demain'],
  // There it is the 29th.
  ['2026-11-28T23:30:00Z', 'Africa/Tunis', 'après-demain'],
  ['2026-11-21T20:00:00Z', 'Africa/Abidjan', 'il y a 6 jours'],
  ['2026-11-20T06:00:00Z', 'Africa/Abidjan', 'la semaine dernière'],
])('%s in %s is %s, by midnights', (value, timeZone, words) => {
  expect(relativeWords(new Date(value), { now, timeZone }, 'fr-FR', 'long')).toBe(words)
})

test('a time of another zone than the device’s says which', () => {
  const at = new Date('2026-11-27T19:19:00Z')
  expect(zoneNote(at, 'Pacific/Auckland', 'de-DE')).toMatch(/^ \((?:GMT\+13|NZDT)\)$/)
  expect(zoneNote(at, deviceZone(), 'de-DE')).toBe('')
  expect(zoneNote(at, undefined, 'de-DE')).toBe('')
})
