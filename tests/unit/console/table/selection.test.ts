import { describe, expect, it } from 'vitest'
import {
  addToRange,
  clear,
  count,
  createSelection,
  extendTo,
  forget,
  isSelected,
  type Selection,
  selectAll,
  toggle,
  toPredicate,
} from '../../../../src/table/selection.ts'

const where = 'status:pending'
const idAt = (index: number) => `o${index}`

describe('a selection', () => {
  it('names the ids that were toggled', () => {
    const selection = createSelection()
    toggle(selection, 'a')
    toggle(selection, 'b')
    toggle(selection, 'a')
    expect(toPredicate(selection, where)).toEqual({ ids: ['b'] })
    expect(count(selection, 400)).toBe(1)
  })

  it('takes everything that matches the filter, and names only what was left out', () => {
    const selection = createSelection()
    toggle(selection, 'a')
    selectAll(selection)
    expect([isSelected(selection, 'never loaded'), count(selection, 1_000_000)]).toEqual([true, 1_000_000])
    toggle(selection, 'b')
    expect(toPredicate(selection, where)).toEqual({ where, except: ['b'] })
    expect([isSelected(selection, 'b'), count(selection, 1_000_000)]).toEqual([false, 999_999])
  })

  it('is empty once cleared', () => {
    const selection = createSelection()
    selectAll(selection)
    clear(selection)
    expect(toPredicate(selection, where)).toEqual({ ids: [] })
    expect(isSelected(selection, 'a')).toBe(false)
  })

  it('does not count a deleted record', () => {
    const some = createSelection()
    toggle(some, 'a')
    forget(some, 'a')
    expect(count(some, 10)).toBe(0)
    const every = createSelection()
    selectAll(every)
    forget(every, 'a')
    expect(toPredicate(every, where)).toEqual({ where, except: ['a'] })
  })

  it('grows its version with every change, so that rows know when to look', () => {
    const selection = createSelection()
    const seen = [selection.version]
    toggle(selection, 'a')
    seen.push(selection.version)
    extendTo(selection, 0, 2, idAt)
    seen.push(selection.version)
    clear(selection)
    seen.push(selection.version)
    expect(new Set(seen).size).toBe(4)
  })

  it('toggles among a million selected rows as fast as among none', () => {
    const selection = createSelection()
    for (let index = 0; index < 1_000_000; index += 1) selection.exceptions.add(idAt(index))
    const before = process.cpuUsage().user
    for (let turn = 0; turn < 10_000; turn += 1) toggle(selection, idAt(turn * 7))
    // Microseconds.
    expect(process.cpuUsage().user - before).toBeLessThan(500_000)
  })
})

describe('a range by Shift', () => {
  it('holds the rows from its anchor to its focus, on either side', () => {
    const selection = createSelection()
    extendTo(selection, 5, 7, idAt)
    expect(idsOf(selection)).toEqual(['o5', 'o6', 'o7'])
    extendTo(selection, 5, 3, idAt)
    expect(idsOf(selection)).toEqual(['o3', 'o4', 'o5'])
  })

  it('gives back what it added when it shrinks, and leaves what was selected before', () => {
    const selection = createSelection()
    toggle(selection, 'o7')
    extendTo(selection, 5, 9, idAt)
    extendTo(selection, 5, 5, idAt)
    expect(idsOf(selection)).toEqual(['o5', 'o7'])
  })

  it('starts again after a toggle', () => {
    const selection = createSelection()
    extendTo(selection, 0, 1, idAt)
    toggle(selection, 'o9')
    extendTo(selection, 20, 21, idAt)
    extendTo(selection, 20, 20, idAt)
    expect(idsOf(selection)).toEqual(['o0', 'o1', 'o20', 'o9'])
  })

  it('gives back rows that are no longer loaded', () => {
    const selection = createSelection()
    extendTo(selection, 0, 300, idAt)
    extendTo(selection, 0, 1, () => undefined)
    expect(idsOf(selection)).toEqual(['o0', 'o1'])
  })

  it('touches only the rows that enter or leave', () => {
    const selection = createSelection()
    extendTo(selection, 0, 5_000, idAt)
    const requested: number[] = []
    extendTo(selection, 0, 5_001, (index) => {
      requested.push(index)
      return idAt(index)
    })
    expect(requested).toEqual([5_001])
  })

  it('asks for the ids of rows that are not loaded, and takes them in when they come', () => {
    const selection = createSelection()
    const loaded = (index: number) => (index < 100 || index >= 300 ? idAt(index) : undefined)
    expect(extendTo(selection, 98, 301, loaded)).toEqual([{ first: 100, end: 300 }])
    expect(count(selection, 1_000)).toBe(4)
    const ids = Array.from({ length: 200 }, (_, step) => idAt(100 + step))
    addToRange(selection, selection.range!, 100, ids)
    expect(count(selection, 1_000)).toBe(204)
    expect(isSelected(selection, 'o250')).toBe(true)
  })

  it('drops ids that come after the range has moved away from them', () => {
    const selection = createSelection()
    extendTo(selection, 0, 3, () => undefined)
    const range = selection.range!
    extendTo(selection, 0, 1, () => undefined)
    addToRange(selection, range, 0, ['o0', 'o1', 'o2', 'o3'])
    expect(idsOf(selection)).toEqual(['o0', 'o1'])
  })

  it('puts rows that were left out back into a selection of everything', () => {
    const selection = createSelection()
    selectAll(selection)
    toggle(selection, 'o4')
    extendTo(selection, 3, 5, idAt)
    expect(toPredicate(selection, where)).toEqual({ where, except: [] })
  })
})

describe('a range that starts at a selected row', () => {
  const everything = () => {
    const selection = createSelection()
    selectAll(selection)
    return selection
  }

  it('deselects its rows, and gives those it leaves their state back', () => {
    const selection = everything()
    toggle(selection, 'o7')
    selection.range = null
    extendTo(selection, 5, 8, idAt, false)
    expect(toPredicate(selection, where)).toEqual({ where, except: ['o7', 'o5', 'o6', 'o8'] })
    extendTo(selection, 5, 6, idAt)
    expect(idsOf(selection)).toEqual(['o5', 'o6', 'o7'])
    expect(count(selection, 100)).toBe(97)
  })

  it('takes rows out of a selection by ids', () => {
    const selection = createSelection()
    extendTo(selection, 0, 5, idAt)
    selection.range = null
    extendTo(selection, 2, 9, idAt, false)
    expect(idsOf(selection)).toEqual(['o0', 'o1'])
    extendTo(selection, 2, 1, idAt)
    expect(idsOf(selection)).toEqual(['o0', 'o3', 'o4', 'o5'])
  })

  it('deselects rows whose ids come later', () => {
    const selection = everything()
    expect(extendTo(selection, 0, 1, () => undefined, false)).toEqual([{ first: 0, end: 2 }])
    addToRange(selection, selection.range!, 0, ['o0', 'o1', 'o2'])
    expect(toPredicate(selection, where)).toEqual({ where, except: ['o0', 'o1'] })
  })
})

function idsOf(selection: Selection): string[] {
  return [...selection.exceptions].sort()
}
