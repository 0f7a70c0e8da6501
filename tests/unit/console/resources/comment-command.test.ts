import { expect, test } from 'vitest'
import type { CommandContext } from '../../../../src/commands/command.ts'
import { invocationOf, nothingGiven } from '../../../../src/palette/results/command-item.ts'
import { registry } from '../../../support/console-registry.ts'
import { wholeOrder } from '../../../support/whole-records.ts'
import { contextWith, recordingPorts } from '../palette/palette-context.ts'

const command = registry.get('order.comment')!

const of = (comment: string | null, changes: Partial<CommandContext> = {}) =>
  contextWith({ resource: 'orders', active: wholeOrder({ comment }), ...changes })

const startsOf = (context: CommandContext) => invocationOf(command, context, nothingGiven).starts

test('a comment is edited from what it is, in one line', () => {
  expect(startsOf(of('Faux numéro\n rappeler'))).toEqual({ comment: 'Faux numéro rappeler' })
  expect(startsOf(of(null))).toBeUndefined()
})

test('a comment that takes the place of another says so', async () => {
  const { ports, calls } = recordingPorts()
  await command.run(of('Faux numéro', { ports }), { comment: 'Bon numéro' })
  expect(calls.join()).toContain('changes:commentReplaced')
  await command.run(of(null, { ports }), { comment: 'Bon numéro' })
  expect(calls.at(-1)).toContain('order.comment.doneSingle')
})

test('a comment that was not saved is what the next one starts with, for the same user, until it is saved', async () => {
  const { ports } = recordingPorts()
  const failing = { ...ports, edit: () => Promise.reject(new Error('offline')) }
  const text = { comment: 'Portail bleu' }
  await expect(command.run(of(null, { ports: failing }), text)).rejects.toThrow('offline')
  expect(startsOf(of(null))).toEqual(text)
  const other = { ...of(null).actor!, id: 'u2' }
  expect(startsOf(of(null, { actor: other }))).toBeUndefined()
  await command.run(of(null, { ports }), text)
  expect(startsOf(of(null))).toBeUndefined()
})

test.each([
  ['Faux numéro rappeler le soir', 'Faux numéro\nrappeler\nle soir'],
  ['Faux numéro rappelera', 'Faux numéro\nrappelera'],
  ['Bon numéro', 'Bon numéro'],
])('what is added to a comment of two lines keeps them: %s', async (typed, written) => {
  const { ports } = recordingPorts()
  const inputs: unknown[] = []
  const edit: typeof ports.edit = (request) => {
    inputs.push(request.input)
    return ports.edit(request)
  }
  await command.run(of('Faux numéro\nrappeler', { ports: { ...ports, edit } }), { comment: typed })
  expect(inputs).toEqual([{ comment: written }])
})
