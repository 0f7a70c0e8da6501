import { describe, expect, test } from 'vitest'
import { languageCodes } from '../../../../domain/core/languages.ts'
import { readTexts } from '../../../../scripts/lib/read-texts.mjs'
import { keyFaults } from '../../../../src/keyboard/key-faults.ts'
import { registry } from '../../../support/console-registry.ts'

const { commands, bindings } = registry

describe.each(languageCodes)('the words of the commands in %s', (language) => {
  const texts: unknown = readTexts(language).commands
  const textAt = (path: string): unknown =>
    path.split('.').reduce((at: unknown, name) => (at as Record<string, unknown> | undefined)?.[name], texts)

  test.each(commands.map(({ id }) => id))('%s has a label and keywords', (id) => {
    expect(textAt(`${id}.label`)).toEqual(expect.stringMatching(/\S/))
    expect(textAt(`${id}.keywords`)).toEqual(expect.stringMatching(/\S/))
  })

  const questions = commands.flatMap(({ id, args = [] }) => args.map(({ name }) => `${id}.args.${name}`))
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
