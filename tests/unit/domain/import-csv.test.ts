import { describe, expect, it, test } from 'vitest'
import { csvRows } from '../../../domain/lib/csv.ts'
import { checkImport } from '../../../domain/orders/import/check-import.ts'
import type { ImportProduct } from '../../../domain/orders/import/find-product.ts'
import { widestImport } from '../../../domain/orders/import/import-columns.ts'
import { type Decode, readCsv } from '../../../domain/orders/import/read-csv.ts'

const decode: Decode = (bytes, encoding) => new TextDecoder(encoding, { fatal: true }).decode(bytes)
const read = (bytes: Uint8Array) => {
  const rows = readCsv(bytes, decode)
  return rows.ok ? rows.value : rows.code
}
const text = (written: string) => read(Buffer.from(written))

/** Encodes Windows-1252: Latin-1 except for dash and apostrophe. */
const windows1252 = (written: string) =>
  Buffer.from(written.replaceAll('’', '\u0092').replaceAll('–', '\u0096').replaceAll('œ', '\u009c'), 'latin1')

const encodings: Record<string, (written: string) => Buffer> = {
  'UTF-8': (written) => Buffer.from(written),
  'UTF-8 with a byte order mark': (written) => Buffer.from(`\ufeff${written}`),
  'Windows-1252': windows1252,
  'UTF-16': (written) => Buffer.from(`\ufeff${written}`, 'utf16le'),
}
const delimiters = { comma: ',', semicolon: ';', tab: '\t' }
const ends = { LF: '\n', 'CR LF': '\r\n' }

const header = ['Désignation', 'Nom & Prénoms', 'Téléphone', 'Adresse', 'Qté', 'Commentaire']
const rows = [
  ['Cœur d’Élégance', 'Awa Koné', '0708091011', 'Cocody, Angré; 7e\ttranche', '1', '=1+1'],
  ['Crème – 5"', 'N’Dri Hélène', '0102030405', 'Rue 12\nporte 3', '2', '-12,5'],
]
const quoted = (cell: string) => (/[",;\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

describe('a quote in a CSV file', () => {
  const cells = (line: string, delimiter = ',') => {
    const [row] = csvRows(line, delimiter, { keptCells: 20, cells: 20, cellLength: 500 })
    return row
  }

  it.each([
    ['a, "b"', ['a', 'b']],
    ['a,  "b, c" , d', ['a', 'b, c', ' d']],
    ['a, "says ""oui""",c', ['a', 'says "oui"', 'c']],
    ['a,"b"', ['a', 'b']],
    ['a, b "c"', ['a', ' b "c"']],
    ['a, "b" c', ['a', ' "b" c']],
    ['ecran 5", 7"', ['ecran 5"', ' 7"']],
    ['a, "b', ['a', ' "b']],
    ['a, ""', ['a', '']],
    ['a,"b" c', ['a', 'b c']],
  ])('of %j is read as %j', (line, expected) => {
    expect(cells(line)).toEqual(expected)
  })

  it('is a letter within a cell of another delimiter', () => {
    expect(cells('1;a, "b";2', ';')).toEqual(['1', 'a, "b"', '2'])
    expect(cells('1\ta, "b"\t2', '\t')).toEqual(['1', 'a, "b"', '2'])
  })
})

describe('a CSV file', () => {
  for (const [encoding, encode] of Object.entries(encodings)) {
    for (const [delimiterName, delimiter] of Object.entries(delimiters)) {
      for (const [endName, end] of Object.entries(ends)) {
        test(`in ${encoding} with ${delimiterName}s and ${endName} is read as it was written`, () => {
          const lines = [header, ...rows].map((row) => row.map(quoted).join(delimiter))
          expect(read(encode(lines.join(end) + end))).toEqual([header, ...rows])
        })
      }
    }
  }

  test('in Windows-1251 is known by its Russian header', () => {
    const codes = [...'Товар;Имя;Телефон;Адрес;Количество\nЧасы;Анна;0708091011;Абиджан;1'].map((letter) => {
      const code = letter.codePointAt(0)!
      return code >= 0x410 && code <= 0x44f ? code - 0x410 + 0xc0 : code
    })
    expect(read(Uint8Array.from(codes))).toEqual([
      ['Товар', 'Имя', 'Телефон', 'Адрес', 'Количество'],
      ['Часы', 'Анна', '0708091011', 'Абиджан', '1'],
    ])
  })

  test.each([
    ['', 'FILE_EMPTY'],
    [
      'a,b\r1,2\r',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['a,b\n\n1,2', [['a', 'b'], [], ['1', '2']]],
    [
      'a,"b\n""c""",\n"d"e,f',
      [
        ['a', 'b\n"c"', ''],
        ['de', 'f'],
      ],
    ],
    ['a,5" pipe,b', [['a', '5" pipe', 'b']]],
    ['a,"never closed\nb,c', [['a', 'never closed\nb,c']]],
    [
      'sep=;\nProduit;Nom,Prénom\nx;y',
      [
        ['Produit', 'Nom,Prénom'],
        ['x', 'y'],
      ],
    ],
    [
      'Produit;Nom;Prix, FCFA\nx,y;z;1,5',
      [
        ['Produit', 'Nom', 'Prix, FCFA'],
        ['x,y', 'z', '1,5'],
      ],
    ],
  ])('%j is %j', (written, expected) => {
    expect(text(written)).toEqual(expected)
  })

  test.each([
    ['zero bytes', 'a;b\n\u0000;c'],
    ['HTML', ' \n<html><table>'],
    ['JSON', '{"product": 1}'],
    ['RTF', '{\\rtf1 a;b}'],
    ['PDF', '%PDF-1.7 a;b'],
    ['SYLK', 'ID;PWXL;N;E\nC;Y1;X1'],
    ['text without columns', 'Dear team\nplease see below'],
  ])('%s are refused', (_, written) => {
    expect(text(written)).toBe('FILE_NOT_A_SPREADSHEET')
  })

  it.each([
    ['PNG', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x3b, 0x2c]],
    ['JPEG', [0xff, 0xd8, 0xff, 0xe0, 0x3b, 0x3b]],
  ])('a %s is refused, zero bytes or not', (_, bytes) => {
    expect(read(Uint8Array.from(bytes))).toBe('FILE_NOT_A_SPREADSHEET')
  })

  it('is read where a cell has a letter that no text has', () => {
    expect(text('a;b\n\u0019;\u0007x')).toEqual([
      ['a', 'b'],
      ['\u0019', '\u0007x'],
    ])
  })

  it('has at most so many rows, cells in a row, and letters in a cell; blank rows at its end are none', () => {
    expect(text('a;b\n'.repeat(21_001))).toBe('FILE_TOO_MANY_ROWS')
    expect(text(`${'a;b\n'.repeat(21_000)}${'\n'.repeat(500_000)}`)).toHaveLength(21_000)
    expect(text(`a;b\n${';'.repeat(16_384)}`)).toBe('FILE_TOO_COMPLEX')
    expect(text(`a;b\n"${'x'.repeat(32_768)}`)).toBe('FILE_TOO_COMPLEX')
    const wide = text(`a;b\n${'x;'.repeat(200)}`)
    expect(Array.isArray(wide) && wide[1]).toHaveLength(widestImport)
  })

  it('is read in linear time: megabytes of quotes take no longer than letters', () => {
    const megabytes = 1_800_000
    expect(text(`a;b\n${'"'.repeat(megabytes)}`)).toBe('FILE_TOO_COMPLEX')
    expect(text(`a;b\n${'"";'.repeat(megabytes / 3)}`)).toBe('FILE_TOO_COMPLEX')
    expect(text(`a;b\n${'"\n'.repeat(megabytes / 2)}`)).toHaveLength(21_000)
  })

  it('is checked like a sheet: every cell is text, phones keep their 0 and nothing is a formula', () => {
    const products: ImportProduct[] = [
      {
        id: '0198c2f0-0000-7000-8000-000000000001',
        number: 7,
        name: 'Montre',
        price: 5_000,
        owner: 'o',
        available: 100,
      },
    ]
    const cells = text(
      'Produit;Nom;Téléphone;Adresse;Qté;Prix;Commentaire;Réf\n007;=cmd|x;0708091011;Cocody;2,0;15 000 F;+1+1;0012\n',
    )
    if (typeof cells === 'string') throw new Error(cells)
    const checked = checkImport(cells, { country: 'ic', products })
    expect(checked.ok && checked.value.rows[0]).toMatchObject({
      row: 2,
      status: 'valid',
      notes: [],
      order: {
        customerName: '=cmd|x',
        customerPhone: '+2250708091011',
        quantity: 2,
        price: 15_000,
        comment: '+1+1',
        externalRef: '0012',
      },
    })
  })
})
