import { describe, expect, test } from 'vitest'
import { effectiveBindings, type KeyBinding } from '../../../machines/keys/key-binding.ts'
import { findConflicts, isActive } from '../../../machines/keys/key-context.ts'
import { parseKeys } from '../../../machines/keys/parse-keys.ts'
import { continuations, resolveKey } from '../../../machines/keys/resolve-key.ts'

describe('reading keys', () => {
  test.each([
    ['j', ['j']],
    ['J', ['j']],
    ['ctrl+K', ['Mod+k']],
    ['Shift+Mod+z', ['Mod+Shift+z']],
    ['g  o', ['g', 'o']],
    ['shift+arrowdown', ['Shift+ArrowDown']],
    ['Mod++', ['Mod++']],
    ['+', ['+']],
    ['f5', ['F5']],
  ])('reads %s', (keys, steps) => expect(parseKeys(keys)).toEqual(steps))

  test.each(['', 'Shift+/', 'Hyper+j', 'Mod+Mod+j', 'Down', 'g Oops', 'Mod+'])(
    'refuses %j, which cannot be pressed',
    (keys) => expect(parseKeys(keys)).toBeNull(),
  )
})

describe('contexts', () => {
  const cases: [string, Omit<KeyBinding, 'command'>, string[], boolean][] = [
    ['a key without a condition', { keys: 'j' }, [], true],
    ['a flag that is missing', { keys: 'j', when: 'list' }, [], false],
    ['a flag that is barred', { keys: 'j', when: 'list && !record' }, ['list', 'record'], false],
    ['both conditions met', { keys: 'j', when: 'list !record' }, ['list'], true],
    ['a letter while typing', { keys: 'j' }, ['typing'], false],
    ['a letter that asks for typing', { keys: 'j', when: 'typing' }, ['typing'], false],
    ['a chord while typing', { keys: 'Mod+a' }, ['typing'], false],
    ['a chord allowed in inputs', { keys: 'Mod+k', allowInInput: true }, ['dialog', 'typing'], true],
    ['Escape that asks for typing', { keys: 'Escape', when: 'typing' }, ['list', 'typing'], true],
    ['a list key under a menu', { keys: 'j', when: 'list' }, ['list', 'menu'], false],
    ['a dialog key under a palette', { keys: 'Enter', when: 'dialog' }, ['dialog', 'palette'], false],
  ]
  test.each(cases)('%s', (_, binding, flags, active) => {
    expect(isActive({ ...binding, command: 'any' }, flags)).toBe(active)
  })

  test('the binding that asks for the most wins', () => {
    const bindings = [
      { keys: 's', command: 'list.status', when: 'list' },
      { keys: 's', command: 'order.status', when: 'list resource:order' },
    ]
    const press = { keys: ['s'], flags: ['list', 'resource:order'], repeat: false, at: 0 }
    expect(resolveKey(bindings, [], press)).toEqual({ kind: 'fired', command: 'order.status', keys: 's' })
  })

  test('continuations are those of the context, one entry a key', () => {
    const bindings = [
      { keys: 'g o', command: 'go.orders' },
      { keys: 'g r w', command: 'go.weekly' },
      { keys: 'g r m', command: 'go.monthly' },
      { keys: 'g u', command: 'go.users', when: 'admin' },
      { keys: 'j', command: 'list.down' },
    ]
    expect(continuations(bindings, ['g'], [])).toEqual([
      { step: 'o', commands: ['go.orders'] },
      { step: 'r', commands: ['go.weekly', 'go.monthly'] },
    ])
  })
})

describe('conflicts', () => {
  test('names two commands on the same keys, however they are spelt', () => {
    expect(conflictsOf(['Ctrl+K', 'mod+k'])).toEqual([
      { kind: 'same', keys: 'Mod+k', commands: ['c0', 'c1'] },
    ])
  })

  test('names the command that cuts a sequence short, whichever comes first', () => {
    const conflict = (commands: [string, string]) => [{ kind: 'prefix', keys: 'g', commands }]
    expect(conflictsOf(['g', 'g o'])).toEqual(conflict(['c0', 'c1']))
    expect(conflictsOf(['g o', 'g'])).toEqual(conflict(['c1', 'c0']))
  })

  test('names keys that cannot be pressed', () => {
    expect(conflictsOf(['Shift+/'])).toEqual([{ kind: 'unreadable', keys: 'Shift+/', commands: ['c0'] }])
  })

  test('a command may be bound twice', () => {
    const twice = { keys: 'j', command: 'list.down' }
    expect(findConflicts([twice, { ...twice, when: 'list' }])).toEqual([])
  })

  const apart: [string, Partial<KeyBinding>, Partial<KeyBinding>, number][] = [
    ['a flag against its opposite', { when: 'list' }, { when: '!list' }, 0],
    ['a list against a dialog over it', { when: 'list' }, { when: 'dialog' }, 0],
    ['two layers', { when: 'palette' }, { when: 'dialog' }, 0],
    ['two resources', { when: 'resource:order' }, { when: 'resource:product' }, 0],
    ['two screens that never stand together', { when: 'list' }, { when: 'record' }, 0],
    ['a key for typing against one that is not', { when: 'typing' }, {}, 0],
    ['two flags that may hold together', { when: 'list' }, { when: 'selection' }, 1],
    ['no condition against one', {}, { when: 'list' }, 1],
    ['what fires everywhere against a dialog', { allowInInput: true }, { when: 'dialog' }, 1],
  ]
  test.each(apart)('%s', (_, one, other, count) => {
    const bindings = [
      { ...one, keys: 'Enter', command: 'one' },
      { ...other, keys: 'Enter', command: 'other' },
    ]
    expect(findConflicts(bindings, [['list', 'record']])).toHaveLength(count)
  })
})

describe('settings', () => {
  const defaults: readonly KeyBinding[] = [
    { keys: 'j', command: 'list.down', when: 'list', repeat: true },
    { keys: 'ArrowDown', command: 'list.down', when: 'list', repeat: true },
    { keys: 'Shift+j', command: 'list.extend', when: 'list' },
    { keys: 'Space', command: 'list.select', when: 'list' },
    { keys: '?', command: 'help' },
    { keys: 'g o', command: 'go.orders' },
    { keys: 'Mod+k', command: 'palette.open', allowInInput: true },
  ]

  test('without any, the defaults hold', () => {
    expect(effectiveBindings(defaults, { singleKeys: true, overrides: {} })).toEqual(defaults)
  })

  test('with single keys off, nothing that a bare character starts is left', () => {
    const settings = { singleKeys: false, overrides: { help: ['h', 'F1'] } }
    const keys = effectiveBindings(defaults, settings).map((binding) => binding.keys)
    expect(keys).toEqual(['ArrowDown', 'Space', 'F1', 'Mod+k'])
  })

  test('an override takes the place of all keys of its command and keeps their context', () => {
    const overrides = { 'list.down': ['n'], 'go.orders': [] }
    expect(effectiveBindings(defaults, { singleKeys: true, overrides })).toEqual([
      { keys: 'n', command: 'list.down', when: 'list', repeat: true },
      ...defaults.slice(2, 5),
      ...defaults.slice(6),
    ])
  })

  test('own keys hold in every place where a default did', () => {
    const places = [
      { keys: 's', command: 'status', when: 'list' },
      { keys: 's', command: 'status', when: 'page:invoice' },
    ]
    expect(effectiveBindings(places, { singleKeys: true, overrides: { status: ['w', 'q'] } })).toEqual(
      ['w', 'q'].flatMap((keys) => places.map((binding) => ({ ...binding, keys }))),
    )
  })

  test('a command without keys takes them where it is at home', () => {
    const unbound = [{ command: 'order.confirm', when: 'list resource:orders' }, { command: 'console.theme' }]
    const overrides = { 'order.confirm': ['w'] }
    expect(effectiveBindings([], { singleKeys: true, overrides }, unbound)).toEqual([
      { keys: 'w', command: 'order.confirm', when: 'list resource:orders' },
    ])
    expect(effectiveBindings([], { singleKeys: false, overrides }, unbound)).toEqual([])
  })

  test('an override that cannot be read leaves the default', () => {
    const overrides = { help: ['Shift+/'], constructor: ['x'] }
    expect(effectiveBindings(defaults, { singleKeys: true, overrides })).toEqual(defaults)
  })
})

function conflictsOf(keys: readonly string[]) {
  return findConflicts(keys.map((key, index) => ({ keys: key, command: `c${index}` })))
}
