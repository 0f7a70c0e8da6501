import { strToU8, zipSync } from 'fflate'
import { utils, write } from 'xlsx'
import type { Code } from '../../../domain/core/codes.ts'

export type HostileFile = { what: string; make: () => Buffer; code: Code; status: number }

/** Malicious or mislabelled files, with the expected refusal. */
export const hostileFiles: readonly HostileFile[] = [
  file('an empty file', () => Buffer.alloc(0), 'FILE_EMPTY'),
  file('a renamed zip', () => zip({ 'readme.txt': 'hello', 'photo.jpg': 'x' }), 'FILE_NOT_A_SPREADSHEET'),
  file(
    'a CSV that lacks columns',
    () => Buffer.from('Produit;Nom;Tel\nMontre;Awa;0708091011\n'),
    'MISSING_COLUMN',
  ),
  file('a CSV without a header', () => Buffer.from('1;2;3\n4;5;6\n'), 'FILE_WITHOUT_HEADER'),
  file('a CSV of a header alone', () => Buffer.from(`${header.join(',')}\r\n`), 'FILE_EMPTY'),
  file(
    'a CSV of 30,000 rows',
    () => csv('Montre;Awa;0708091011;Cocody;1\n'.repeat(30_000)),
    'FILE_TOO_MANY_ROWS',
  ),
  file(
    'a CSV of a million blank rows and one',
    () => csv(`${'\n'.repeat(1_000_000)}x`),
    'FILE_TOO_MANY_ROWS',
  ),
  file('a CSV as wide as no sheet', () => csv(';'.repeat(9_000_000)), 'FILE_TOO_COMPLEX'),
  file(
    'a CSV with a quote that is never closed',
    () => csv(`"${'Awa;1\n'.repeat(1_500_000)}`),
    'FILE_TOO_COMPLEX',
  ),
  file('a CSV of nothing but quotes', () => csv('"'.repeat(9_000_000)), 'FILE_TOO_COMPLEX'),
  file('a CSV with zero bytes', () => csv('Montre;\u0000;0708091011;Cocody;1\n'), 'FILE_NOT_A_SPREADSHEET'),
  file(
    'UTF-16 cut in the middle of a letter',
    () => Buffer.concat([Buffer.from('\ufeffProduit\tNom', 'utf16le'), Buffer.from([0x00, 0xd8, 0x41])]),
    'FILE_NOT_A_SPREADSHEET',
  ),
  file(
    'a web page named .csv',
    () => Buffer.from('<table><tr><td>Produit</td><td>Nom</td></tr></table>'),
    'FILE_NOT_A_SPREADSHEET',
  ),
  file(
    'a SYLK file named .xlsx',
    () => Buffer.from('ID;P\nC;Y9999999;X9999999;K1\nE\n'),
    'FILE_NOT_A_SPREADSHEET',
  ),
  file(
    'a workbook behind a password',
    () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4096)]),
    'FILE_NOT_A_SPREADSHEET',
  ),
  file('a workbook cut short', () => workbook().subarray(0, 3000), 'FILE_NOT_A_SPREADSHEET'),
  file('a workbook with its middle damaged', () => damaged(workbook()), 'FILE_NOT_A_SPREADSHEET'),
  file(
    'random bytes after PK',
    () => Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(500, 7)]),
    'FILE_NOT_A_SPREADSHEET',
  ),
  file('a picture', () => Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'FILE_NOT_A_SPREADSHEET'),
  file('a zip bomb in a sheet', () => sheetOf(' '.repeat(200 * 1024 * 1024)), 'FILE_TOO_COMPLEX'),
  file(
    'a zip that lies about its sizes',
    () => lying(sheetOf(' '.repeat(64 * 1024 * 1024))),
    'FILE_NOT_A_SPREADSHEET',
  ),
  file('a zip of zips', () => zip(nested()), 'FILE_TOO_COMPLEX'),
  file('a cell at the end of the world', () => sheetOf(row(1_048_576, 'XFD1048576')), 'FILE_TOO_MANY_ROWS'),
  file('a wide first row', () => sheetOf(row(1, 'XFD1')), 'FILE_WITHOUT_HEADER'),
  file('a million rows', () => sheetOf(rows(400_000)), 'FILE_TOO_MANY_ROWS'),
  file('a sheet that is no XML', () => sheetOf('<row r="1"><c r='.repeat(200_000)), 'FILE_EMPTY'),
  file('entities that grow', () => sheetOf(row(1, 'A1'), billionLaughs), 'FILE_WITHOUT_HEADER'),
  file('a sheet without a header', () => sheetOf(row(1, 'A1') + row(2, 'A2')), 'FILE_WITHOUT_HEADER'),
  file('a workbook without a row', () => workbook([]), 'FILE_EMPTY'),
  file('a header without a row', () => workbook([header]), 'FILE_EMPTY'),
  file(
    'a header that lacks columns',
    () =>
      workbook([
        ['Produit', 'Nom'],
        ['Montre', 'Awa'],
      ]),
    'MISSING_COLUMN',
  ),
  file('11 MB', () => Buffer.alloc(11 * 1024 * 1024, 'PK'), 'FILE_TOO_LARGE', 413),
]

const header = ['Produit', 'Nom', 'Téléphone', 'Adresse', 'Quantité']

function file(what: string, make: () => Buffer, code: Code, status = 400): HostileFile {
  return { what, make, code, status }
}

function csv(rows: string): Buffer {
  return Buffer.from(`${header.join(';')}\n${rows}`)
}

function zip(files: Record<string, string | Uint8Array>): Buffer {
  const parts = Object.entries(files).map(([name, part]) => [
    name,
    typeof part === 'string' ? strToU8(part) : part,
  ])
  return Buffer.from(zipSync(Object.fromEntries(parts), { level: 9 }))
}

function workbook(rows: string[][] = [header, ['Montre', 'Awa', '0708091011', 'Cocody', '1']]): Buffer {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows))
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer
}

function damaged(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  for (let at = 300; at < bytes.length - 1500; at += 7) copy[at] = copy[at]! ^ 0xff
  return copy
}

/** Declares one byte for every entry in the central directory. */
function lying(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  for (let at = copy.indexOf('PK\u0001\u0002'); at >= 0; at = copy.indexOf('PK\u0001\u0002', at + 4)) {
    copy.writeUInt32LE(1, at + 24)
  }
  return copy
}

function nested(): Record<string, Uint8Array> {
  const inner = zip({ 'a.txt': 'a'.repeat(100_000) })
  return Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`xl/worksheets/sheet${at}.xml`, inner]))
}

const row = (number: number, cell: string) => `<row r="${number}"><c r="${cell}"><v>1</v></c></row>`

function rows(count: number): string {
  return Array.from(
    { length: count },
    (_, at) => `<row r="${at + 1}"><c r="A${at + 1}"><v>1</v></c></row>`,
  ).join('')
}

const billionLaughs =
  '<!DOCTYPE w [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;">]>'

function sheetOf(data: string, prolog = ''): Buffer {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  return zip({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${types}.worksheet+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="A" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `${prolog}<worksheet xmlns="${main}"><sheetData>${data}</sheetData></worksheet>`,
  })
}
