import { describe, expect, test } from 'vitest'
import type { Target } from '../../../../domain/changes/changes.ts'
import { MAX_LABELS } from '../../../../domain/labels/policy.ts'
import type { CommandContext } from '../../../../src/commands/command.ts'
import { printLabelsCommand } from '../../../../src/resources/shippings/commands.ts'
import { wholeShipping } from '../../../support/whole-records.ts'
import { contextWith, recordingPorts } from '../palette/palette-context.ts'

const holding = (selection: { count: number; predicate: Target } | null) => {
  const { ports, calls } = recordingPorts()
  const list: CommandContext['ports']['list'] = {
    search: () => '?q=statut%3AASSIGNED',
    refresh: () => undefined,
    matching: null,
  }
  const context = contextWith({
    resource: 'shippings',
    active: wholeShipping({ id: 's7' }),
    selection: selection && { ...selection, records: [] },
    ports: { ...ports, list },
  })
  return { context, calls }
}

const addressOf = (selection: Parameters<typeof holding>[0]): URL => {
  const { context, calls } = holding(selection)
  printLabelsCommand.run(context)
  return new URL(JSON.parse(calls[0]!.replace('navigate ', '')), 'http://localhost')
}

describe('printing labels', () => {
  test('names the selection in the address, and the list that it leads back to', () => {
    const { pathname, searchParams } = addressOf({ count: 2, predicate: { ids: ['s1', 's2'] } })
    expect(pathname).toBe('/shippings/labels')
    expect(Object.fromEntries(searchParams)).toEqual({ ids: 's1,s2', list: '?q=statut%3AASSIGNED' })
  })

  test('of everything that a filter matches keeps the filter, less what was taken out', () => {
    const predicate = { where: { country: 'ic', status: 'ASSIGNED' }, except: ['s3'] }
    const { searchParams } = addressOf({ count: 40, predicate })
    expect(Object.fromEntries(searchParams)).toMatchObject({
      country: 'ic',
      status: 'ASSIGNED',
      except: 's3',
    })
  })

  test('takes the parcel in hand where none is selected', () => {
    expect(addressOf(null).searchParams.get('ids')).toBe('s7')
  })

  test('is refused for more than 500', () => {
    const predicate = { where: { country: 'ic' } }
    expect(printLabelsCommand.whyNot(holding({ count: MAX_LABELS, predicate }).context)).toBeNull()
    expect(printLabelsCommand.whyNot(holding({ count: MAX_LABELS + 1, predicate }).context)).toBe(
      'TOO_MANY_LABELS',
    )
  })
})
