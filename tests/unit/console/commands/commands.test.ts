import { describe, expect, test } from 'vitest'
import { languageCodes } from '../../../../domain/core/languages.ts'
import { readTexts } from '../../../../scripts/lib/read-texts.mjs'
import {
  availabilityOf,
  type Command,
  defineCommand,
  targetOf,
  withRecord,
} from '../../../../src/commands/command.ts'
import { createRegistry } from '../../../../src/commands/create-registry.ts'
import { commandOfRole, runCommand } from '../../../../src/commands/run-command.ts'
import { keyFaults } from '../../../../src/keyboard/key-faults.ts'
import { registry } from '../../../support/console-registry.ts'
import { wholeOrder } from '../../../support/whole-records.ts'
import { contextWith, recordingPorts } from '../palette/palette-context.ts'

const commandWith = (changes: Partial<Command> = {}): Command =>
  defineCommand({
    id: 'order.confirm',
    target: 'many',
    resource: 'orders',
    section: 'record',
    icon: 'check',
    whyNot: () => null,
    run: () => undefined,
    ...changes,
  })

describe('registry', () => {
  test('refuses two commands of one id', () => {
    expect(() => createRegistry([commandWith(), commandWith()])).toThrow('order.confirm')
  })

  test('gives the keyboard its bindings: the context of the command where a key has none', () => {
    const { bindings } = createRegistry([
      commandWith({ keys: ['c', { keys: 'Mod+Enter', when: 'dialog', allowInInput: true }], when: 'list' }),
    ])
    expect(bindings).toEqual([
      { keys: 'c', command: 'order.confirm', when: 'list' },
      { keys: 'Mod+Enter', command: 'order.confirm', when: 'dialog', allowInInput: true },
    ])
  })
})

describe('what a command acts on', () => {
  const selection = { count: 42, predicate: { where: { status: 'PENDING' } }, records: [wholeOrder()] }

  test('is the selection, for a command on many', () => {
    const context = contextWith({ resource: 'orders', selection, active: wholeOrder({ id: 'o2' }) })
    expect(targetOf(commandWith(), context)).toMatchObject({
      count: 42,
      target: selection.predicate,
      record: null,
    })
  })

  test('is the record in view, for a command on one and where nothing is selected', () => {
    const context = contextWith({ resource: 'orders', selection, active: wholeOrder({ id: 'o2' }) })
    expect(targetOf(commandWith({ target: 'one' }), context)).toMatchObject({
      count: 1,
      target: { ids: ['o2'] },
    })
    expect(targetOf(commandWith(), { ...context, selection: null })?.record?.id).toBe('o2')
  })

  test('is nothing of another resource', () => {
    const context = contextWith({ resource: 'products', active: wholeOrder() })
    expect(targetOf(commandWith(), context)).toBeNull()
    expect(availabilityOf(commandWith(), context)).toEqual({ kind: 'needs-record' })
    expect(targetOf(commandWith(), withRecord(context, 'orders', wholeOrder()))?.count).toBe(1)
  })
})

describe('running a command', () => {
  const inView = () => {
    const { ports, calls } = recordingPorts()
    return { calls: calls, context: contextWith({ resource: 'orders', active: wholeOrder(), ports }) }
  }

  test('says the reason instead, where it may not run', async () => {
    const { context, calls } = inView()
    await runCommand(
      commandWith({ whyNot: () => 'OUT_OF_STOCK', run: () => void calls.push('ran') }),
      context,
    )
    expect(calls).toEqual([
      'notify {"tone":"warning","titleKey":"commands:order.confirm.label","code":"OUT_OF_STOCK"}',
    ])
  })

  test('asks in the palette for what is missing', async () => {
    const { context, calls } = inView()
    const command = commandWith({
      args: [
        { name: 'status', kind: 'text' },
        { name: 'comment', kind: 'text', optional: true },
      ],
      run: (_, { status }) => void calls.push(`ran ${status}`),
    })
    await runCommand(command, context)
    await runCommand(command, { ...context, active: null }, { status: 'x' })
    await runCommand(command, context, { status: 'CONFIRMED' })
    expect(calls).toEqual([
      'openPalette {"command":"order.confirm","args":{}}',
      'openPalette {"command":"order.confirm","args":{"status":"x"}}',
      'ran CONFIRMED',
    ])
  })

  test('reports when it failed, and why', async () => {
    const { context, calls } = inView()
    const run = () => Promise.reject(Object.assign(new Error('no answer'), { code: 'OFFLINE' }))
    await runCommand(commandWith({ run }), context)
    expect(calls).toEqual([
      'notify {"tone":"danger","titleKey":"commands:order.confirm.label","code":"OFFLINE"}',
    ])
  })
})

const { commands, bindings } = registry

describe.each(languageCodes)('the words of the commands in %s', (language) => {
  const texts: unknown = readTexts(language)
  const textAt = (path: string): unknown =>
    path.split('.').reduce((at: unknown, name) => (at as Record<string, unknown> | undefined)?.[name], texts)

  test.each(commands.map(({ id }) => id))('%s has a label and keywords', (id) => {
    expect(textAt(`commands.${id}.label`)).toEqual(expect.stringMatching(/\S/))
    expect(textAt(`keywords.${id}`)).toEqual(expect.stringMatching(/\S/))
  })

  const questions = commands.flatMap(({ id, args = [] }) =>
    args.map(({ name }) => `commands.${id}.args.${name}`),
  )
  test.each(questions)('%s has a question text', (path) => {
    expect(textAt(path)).toEqual(expect.stringMatching(/\S/))
  })
})

test('no two commands want the same keys in the same place, and everybody can type them', () => {
  expect(keyFaults(bindings)).toEqual([])
})

test('a command on records says whose', () => {
  expect(commands.filter(({ target, resource }) => target !== 'none' && resource === undefined)).toEqual([])
})

test.each([
  ['order.create', 'seller', 'order.import'],
  ['request.create', 'seller', 'product.restock'],
  ['product.create', 'seller', 'go.store'],
  ['order.create', 'admin', 'order.create'],
  ['expedition.create', 'seller', 'expedition.create'],
] as const)('%s is for a %s %s', (id, role, own) => {
  const actor = { id: 'u1', role, country: 'ic', isEmailVerified: true, isActivated: true } as const
  expect(commandOfRole(registry.get(id)!, contextWith({ actor }), registry).id).toBe(own)
})
