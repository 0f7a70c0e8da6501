import { expect, test } from 'vitest'
import type { KeyBinding } from '../../../../machines/keys/key-binding.ts'
import { keyFaults } from '../../../../src/keyboard/key-faults.ts'

const faultsOf = (...bindings: (readonly [keys: string, when?: string])[]) =>
  keyFaults(bindings.map(([keys, when], index): KeyBinding => ({ keys, when, command: `c${index}` }))).map(
    (fault) => [fault.kind, fault.keys, ...fault.commands, ...('layout' in fault ? [fault.layout] : [])],
  )

test('two commands on the same keys where both may hold', () => {
  expect(faultsOf(['s', 'list'], ['s'])).toEqual([['same', 's', 'c0', 'c1']])
  expect(faultsOf(['s', 'list'], ['s', '!list'])).toEqual([])
})

test('a key that fires before a longer sequence can be finished', () => {
  expect(faultsOf(['g o'], ['g'])).toEqual([['prefix', 'g', 'c1', 'c0']])
})

test('keys that cannot be pressed', () => {
  expect(faultsOf(['Shift+/'])).toEqual([['unreadable', 'Shift+/', 'c0']])
})

test('what some layout does not type', () => {
  expect(faultsOf(['$'])).toEqual([['untypable', '$', 'c0', 'Russian']])
  expect(faultsOf(['g ù'])).toEqual(
    ['QWERTY', 'QWERTZ', 'Russian'].map((layout) => ['untypable', 'g ù', 'c0', layout]),
  )
  expect(faultsOf(['Mod+['])).toEqual(
    ['AZERTY', 'QWERTZ'].map((layout) => ['untypable', 'Mod+[', 'c0', layout]),
  )
  expect(faultsOf(['?'], ['['], ['Mod+,'], ['Shift+a'], ['2'], ['ArrowUp'])).toEqual([])
})

test('what the browser keeps', () => {
  expect(faultsOf(['Mod+t'], ['Mod+Shift+n'], ['Mod+k'])).toEqual([
    ['kept', 'Mod+t', 'c0'],
    ['kept', 'Mod+Shift+n', 'c1'],
  ])
})
