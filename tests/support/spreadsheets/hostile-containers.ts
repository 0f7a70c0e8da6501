import { zipSync } from 'fflate'
import { book, central, eachRecord, ending, oneCell, sheet, stored } from './crooked-zips.ts'

export type NamedFile = { what: string; make: () => Buffer }

export const named = (what: string, make: () => Buffer): NamedFile => ({ what, make })

/** A row with a text in its first cell. */
export const text = (value: string): string =>
  `<row r="1"><c r="A1" t="inlineStr"><is><t>${value}</t></is></c></row>`

/** Zips with false declarations, and files that are no zip. */
export const hostileContainers: readonly NamedFile[] = [
  named('a name that climbs', () => stored([{ name: '../../../../tmp/waybill-climbed', text: 'x' }])),
  named('an absolute name', () => stored([{ name: '/etc/waybill', text: 'x' }])),
  named('a name with backslashes', () => stored([{ name: '..\\..\\waybill.dll', text: 'x' }])),
  named('a name with NUL', () => stored([{ name: 'xl/worksheets/sheet\u0000.xml', text: 'x' }])),
  named('a link to another file', () =>
    stored(
      [{ name: 'xl/worksheets/sheet1.xml', text: '/etc/passwd', external: 0xa1ff0000 }],
      ['xl/worksheets/sheet1.xml'],
    ),
  ),
  named('the same part twice', () =>
    stored([{ name: 'xl/worksheets/sheet1.xml', text: sheet(oneCell.repeat(2)) }]),
  ),
  named('a wrong sum', () =>
    stored(
      [{ name: 'xl/worksheets/sheet1.xml', text: sheet(text('x')), sum: 1 }],
      ['xl/worksheets/sheet1.xml'],
    ),
  ),
  named('sizes below zero', () => eachRecord(book(), central, (copy, at) => copy.writeInt32LE(-1, at + 24))),
  named('zip64 without zip64', () =>
    eachRecord(book(), central, (copy, at) => {
      copy.writeUInt32LE(0xffffffff, at + 20)
      copy.writeUInt32LE(0xffffffff, at + 24)
      copy.writeUInt32LE(0xffffffff, at + 42)
    }),
  ),
  named('parts that overlap', () =>
    eachRecord(book(), central, (copy, at) => copy.writeUInt32LE(0, at + 42)),
  ),
  named('parts past the end', () =>
    eachRecord(book(), central, (copy, at) => copy.writeUInt32LE(0x7fffffff, at + 42)),
  ),
  named('encrypted parts', () => eachRecord(book(), central, (copy, at) => copy.writeUInt16LE(1, at + 8))),
  named('an unknown compression', () =>
    eachRecord(book(), central, (copy, at) => copy.writeUInt16LE(99, at + 10)),
  ),
  named('65,535 parts that are not there', () =>
    eachRecord(book(), ending, (copy, at) => {
      copy.writeUInt16LE(0xffff, at + 8)
      copy.writeUInt16LE(0xffff, at + 10)
    }),
  ),
  named('a table at another place', () =>
    eachRecord(book(), ending, (copy, at) => copy.writeUInt32LE(7, at + 16)),
  ),
  named('a bomb in a bomb', () => {
    const inner = zipSync({ 'a.xml': new Uint8Array(30_000_000) }, { level: 9 })
    return book({
      'xl/worksheets/sheet1.xml': zipSync({ 'b.zip': inner }, { level: 9 }),
      'xl/media/bomb.zip': inner,
    })
  }),
  named('a bomb under the ratio, forty times', () =>
    book(
      Object.fromEntries(
        Array.from({ length: 40 }, (_, at) => [
          `xl/worksheets/sheet${at + 2}.xml`,
          new Uint8Array(4_000_000),
        ]),
      ),
    ),
  ),
  named('HTML named .xlsx', () =>
    Buffer.from('<html><table><tr><td>Produit</td></tr></table><script>alert(1)</script></html>'),
  ),
  named('XML of Excel 2003', () =>
    Buffer.from(
      '<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet ss:Name="A"><Table><Row><Cell><Data ss:Type="String">Produit</Data></Cell></Row></Table></Worksheet></Workbook>',
    ),
  ),
  named('a DIF file', () =>
    Buffer.from(
      'TABLE\n0,1\n"EXCEL"\nVECTORS\n0,99999999\n""\nTUPLES\n0,99999999\n""\nDATA\n0,0\n""\n-1,0\nBOT\n',
    ),
  ),
  named('a Lotus file', () =>
    Buffer.concat([Buffer.from('00000200060406000800', 'hex'), Buffer.alloc(2_000)]),
  ),
  named('a dBase file', () =>
    Buffer.concat([Buffer.from('0379010100ffffff7f', 'hex'), Buffer.alloc(2_000, 0x20)]),
  ),
  named('RTF', () => Buffer.from('{\\rtf1 {\\trowd Produit\\cell}}')),
  named('a gzip', () => Buffer.concat([Buffer.from('1f8b0800000000000003', 'hex'), Buffer.alloc(500, 3)])),
  named('an old workbook of other bytes', () =>
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(60_000, 0xff)]),
  ),
  named('UTF-16 of nothing', () =>
    book({
      'xl/worksheets/sheet1.xml': Buffer.concat([
        Buffer.from('fffe', 'hex'),
        Buffer.from(sheet(oneCell), 'utf16le'),
      ]),
    }),
  ),
  ...[0.1, 0.3, 0.5, 0.7, 0.9, 0.99].map((share) =>
    named(`cut at ${share * 100} %`, () => {
      const bytes = book()
      return bytes.subarray(0, Math.floor(bytes.length * share))
    }),
  ),
]
