import { describe, expect, it } from 'vitest'
import { byAlphabet } from '../../../domain/lib/alphabetical.ts'

describe('the order of the alphabet', () => {
  it.each([
    [['Écouteurs', 'Épilateur', 'Ventilateur']],
    [['amina', 'Élodie', 'Zoé']],
    [['cote', 'Cote', 'coté', 'côte', 'côté', 'coter']],
    [['ali', 'Ali', 'ALI', 'Àli', 'alice']],
    [['12 lampes', '3 lampes', 'Œdipe', 'Ohm', 'Olive', 'ßoir', 'suite']],
    [['Zora', 'Ёлка', 'Жук', 'أحمد', 'فاطمة', 'هند']],
  ])('is %j', (sorted) => {
    expect([...sorted].reverse().sort(byAlphabet)).toEqual(sorted)
  })

  it('tells apart what only its code points tell apart', () => {
    expect(byAlphabet('é', 'e\u0301')).not.toBe(0)
    expect(byAlphabet('a', 'a')).toBe(0)
  })
})
