import { expect, test } from 'vitest'
import { argumentSections } from '../../../../src/palette/results/argument-page.ts'
import { registry } from '../../../support/console-registry.ts'
import { consoleView } from '../palette/console-view.ts'
import { contextWith } from '../palette/palette-context.ts'

const command = registry.get('affiliate.request')!

test.each([
  ['abc', 'NOT_A_NUMBER'],
  ['1e3', 'NOT_A_NUMBER'],
  ['2,5', 'NOT_AN_INTEGER'],
  ['0', 'TOO_SMALL'],
  ['-5', 'TOO_SMALL'],
  ['10000001', 'TOO_LARGE'],
  ['12345678901', 'TOO_LARGE'],
  ['1', null],
  ['10000000', null],
])('reads %s as a number of pieces: %s', (text, code) => {
  for (const ofNamedRecord of [false, true]) {
    const [section] = argumentSections(command, 'quantity', text, consoleView(contextWith()), ofNamedRecord)
    expect(section!.items.map(({ title, refusal }) => [title, refusal])).toEqual([[text, code]])
  }
})
