import { describe, expect, test } from 'vitest'
import { defaultPreferences, type Preferences } from '../../../../domain/users/preferences.ts'
import {
  clashesOf,
  type Defaults,
  problemOf,
  readKeysFile,
  userKeys,
  withKeys,
  withoutClashes,
  writeKeysFile,
} from '../../../../src/features/keyboard/own-keys.ts'

const defaults: Defaults = {
  bindings: [
    { keys: 'j', command: 'list.down', when: 'list', repeat: true },
    { keys: 'ArrowDown', command: 'list.down', when: 'list', repeat: true },
    { keys: 's', command: 'order.status', when: 'list resource:orders' },
    { keys: 'g o', command: 'go.orders' },
    { keys: 'e', command: 'profile.edit', when: 'page:profile !list' },
  ],
  unbound: [{ command: 'order.confirm', when: 'list resource:orders' }],
}
const bind = (preferences: Preferences, command: string, ...keys: string[]) =>
  withKeys(defaults, preferences, command, keys)

describe('a person’s own keys', () => {
  test('replace the defaults, and are no longer stored once they equal the defaults', () => {
    const preferences = bind(defaultPreferences, 'order.status', 'w', 'Mod+s')
    expect(userKeys(defaults, preferences, 'order.status')).toEqual(['w', 'Mod+s'])
    expect(bind(preferences, 'order.status', 's')).toEqual(defaultPreferences)
  })

  test('name the conflicting command, and take the key from it alone', () => {
    const wanted = bind(defaultPreferences, 'order.confirm', 'j')
    const clashes = clashesOf(defaults, wanted, 'order.confirm')
    expect(clashes).toEqual([{ command: 'list.down', keys: ['j'] }])
    const preferences = withoutClashes(defaults, wanted, clashes)
    expect(preferences.overrides).toEqual({ 'order.confirm': ['j'], 'list.down': ['ArrowDown'] })
    expect(clashesOf(defaults, preferences, 'order.confirm')).toEqual([])
  })

  test('conflict with a sequence that they begin, and not with keys of other screens', () => {
    expect(clashesOf(defaults, bind(defaultPreferences, 'order.confirm', 'g'), 'order.confirm')).toEqual([
      { command: 'go.orders', keys: ['g o'] },
    ])
    expect(clashesOf(defaults, bind(defaultPreferences, 'order.confirm', 'e'), 'order.confirm')).toEqual([])
  })

  test.each([
    ['Hyper+w', 'unreadable'],
    ['a b c d', 'long'],
    ['Mod+t', 'kept'],
    ['w', 'single'],
    ['Mod+s', 'same'],
    ['Mod+j', null],
  ] as const)('%s: %s', (keys, problem) => {
    expect(problemOf(keys, { others: ['Mod+s'], singleKeys: false })).toBe(problem)
  })

  test('are four at most', () => {
    const others = ['Mod+a', 'Mod+b', 'Mod+c', 'Mod+d']
    expect(problemOf('Mod+e', { others, singleKeys: true })).toBe('many')
  })
})

describe('a file of keys', () => {
  const knows = (command: string) => defaults.bindings.some((binding) => binding.command === command)
  const read = (file: unknown, preferences: Preferences = defaultPreferences) =>
    readKeysFile(typeof file === 'string' ? file : JSON.stringify(file), { defaults, preferences, knows })

  test('gives back on another machine what was written on the first', () => {
    const preferences = {
      ...bind(bind(defaultPreferences, 'order.status', 'w'), 'go.orders'),
      singleKeys: false,
      version: 4,
    }
    expect(read(writeKeysFile(preferences))).toEqual({
      kind: 'read',
      preferences: { ...preferences, version: 0 },
      changes: [
        { command: 'order.status', from: ['s'], to: ['w'] },
        { command: 'go.orders', from: ['g o'], to: [] },
      ],
      refused: [],
      macros: [],
    })
  })

  test('resets what it does not name', () => {
    const file = read({ waybill: 'keys', keys: {} }, bind(defaultPreferences, 'order.status', 'w'))
    expect(file).toMatchObject({ changes: [{ command: 'order.status', from: ['w'], to: ['s'] }] })
  })

  test('reports every invalid line, and leaves its command as it is', () => {
    const keys = {
      'order.status': ['Mod+t'],
      'go.orders': 'w',
      'profile.edit': ['Shift+/'],
      'no.such': ['w'],
      'list.down': ['s', 'ArrowDown'],
    }
    const file = read({ waybill: 'keys', keys }, bind(defaultPreferences, 'order.status', 'r'))
    expect(file).toMatchObject({
      preferences: { overrides: { 'order.status': ['r'], 'list.down': ['s', 'ArrowDown'] } },
      refused: [
        { command: 'order.status', keys: 'Mod+t', reason: 'kept' },
        { command: 'go.orders', keys: 'w', reason: 'broken' },
        { command: 'profile.edit', keys: 'Shift+/', reason: 'unreadable' },
        { command: 'no.such', keys: 'w', reason: 'unknown' },
      ],
    })
  })

  test('refuses keys that clash, and lets two commands change places', () => {
    const clash = { waybill: 'keys', keys: { 'list.down': ['s'] } }
    expect(read(clash)).toMatchObject({
      preferences: { overrides: {} },
      refused: [{ command: 'list.down', keys: 's', reason: 'clash' }],
    })
    const swapped = { waybill: 'keys', keys: { 'list.down': ['s'], 'order.status': ['j'] } }
    expect(read(swapped)).toMatchObject({ refused: [], preferences: { overrides: swapped.keys } })
  })

  test.each(['', '[]', '{"keys":{}}', '{"waybill":"keys","keys":[]}', 'waybill'])('%j is none', (text) => {
    expect(read(text)).toEqual({ kind: 'unreadable' })
  })
})
