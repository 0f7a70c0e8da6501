import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findConflicts } from '../../../machines/keys/find-conflicts.ts'
import { createConsoleRegistry } from '../../../src/app/registry.ts'

const nothing = () => undefined
const { commands, bindings } = createConsoleRegistry({
  signOut: nothing,
  setCountry: nothing,
  setLanguage: nothing,
  toggleTheme: nothing,
  undoLast: nothing,
})

describe.each(['fr', 'en'])('the words of the commands in %s', (language) => {
  const texts: unknown = JSON.parse(
    readFileSync(new URL(`../../../locales/${language}/commands.json`, import.meta.url), 'utf8'),
  )
  const textAt = (path: string): unknown =>
    path.split('.').reduce((at: unknown, name) => (at as Record<string, unknown> | undefined)?.[name], texts)

  test.each(commands.map(({ id }) => id))('%s has a label and keywords', (id) => {
    expect(textAt(`${id}.label`)).toEqual(expect.stringMatching(/\S/))
    expect(textAt(`${id}.keywords`)).toEqual(expect.stringMatching(/\S/))
  })

  const questions = commands.flatMap(({ id, args = [] }) => args.map(({ name }) => `${id}.args.${name}`))
  test.each(questions)('%s is asked in words', (path) => {
    expect(textAt(path)).toEqual(expect.stringMatching(/\S/))
  })
})

test('no two commands want the same keys in the same place', () => {
  expect(findConflicts(bindings)).toEqual([])
})

test('a command on records says whose', () => {
  expect(commands.filter(({ target, resource }) => target !== 'none' && resource === undefined)).toEqual([])
})
