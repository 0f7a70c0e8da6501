import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { fold } from '../../../domain/lib/fold.ts'
import { entryVersion } from '../../../domain/search/searchable.ts'

/** Characters known to all Node versions, alone and between two others. */
const ranges = [
  [0x20, 0x17f],
  [0x370, 0x377],
  [0x386, 0x3ff],
  [0x400, 0x4ff],
  [0x5d0, 0x5ea],
  [0x620, 0x6ff],
  [0x1e00, 0x1eff],
  [0x2000, 0x2027],
  [0x2150, 0x215f],
  [0xfb00, 0xfb06],
  [0xfb50, 0xfbb1],
  [0xfe70, 0xfe74],
  [0xff10, 0xff5a],
] as const

it('has the entry version of its letters', () => {
  const hash = createHash('sha256')
  for (const [first, last] of ranges)
    for (let code = first; code <= last; code++) {
      const letter = String.fromCodePoint(code)
      hash.update(`${fold(letter)}|${fold(`a${letter}1`)}\n`)
    }
  // If this hash changes, raise `entryVersion`, since stored entries are folded.
  expect({ entryVersion, letters: hash.digest('hex').slice(0, 16) }).toEqual({
    entryVersion: 2,
    letters: '464a0b3012d06a5f',
  })
})
