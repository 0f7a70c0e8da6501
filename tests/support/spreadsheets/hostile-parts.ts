import { book, documents, main, oneCell, relations, sheet } from './crooked-zips.ts'
import { hostileContainers, type NamedFile, named, text } from './hostile-containers.ts'

const laughs = (levels: number, width: number): string =>
  `<?xml version="1.0"?><!DOCTYPE w [<!ENTITY e0 "haha">${Array.from({ length: levels }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(width)}">`).join('')}]>`

/** Valid zips with an unexpected workbook part. */
const hostileParts: readonly NamedFile[] = [
  named('a billion laughs', () => book({ 'xl/worksheets/sheet1.xml': sheet(text('&e9;'), laughs(9, 10)) })),
  named('a quadratic entity', () =>
    book({
      'xl/worksheets/sheet1.xml': sheet(
        text('&a;'.repeat(50_000)),
        `<!DOCTYPE w [<!ENTITY a "${'x'.repeat(50_000)}">]>`,
      ),
    }),
  ),
  named('an external entity', () =>
    book({
      'xl/worksheets/sheet1.xml': sheet(
        text('&x;'),
        '<!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
      ),
    }),
  ),
  named('an external entity by the network', () =>
    book({
      'xl/sharedStrings.xml': '<!DOCTYPE w [<!ENTITY % p SYSTEM "http://127.0.0.1:1/x.dtd"> %p;]><sst/>',
    }),
  ),
  named('an entity in the types', () =>
    book({ '[Content_Types].xml': `${laughs(20, 20)}<Types>&e20;</Types>` }),
  ),
  named('numeric entities without end', () =>
    book({ 'xl/worksheets/sheet1.xml': sheet(text('&#x41;'.repeat(2_000_000))) }),
  ),
  named('an entity past unicode', () =>
    book({ 'xl/worksheets/sheet1.xml': sheet(text('&#x7fffffff;&#-1;&#xd800;')) }),
  ),
  named('quotes that never close', () =>
    book({ 'xl/worksheets/sheet1.xml': sheet('<row r="1><c r="A1'.repeat(100_000)) }),
  ),
  named('a comment that never closes', () =>
    book({ 'xl/worksheets/sheet1.xml': `<worksheet><!--${'-'.repeat(5_000_000)}` }),
  ),
  named('CDATA that never closes', () =>
    book({ 'xl/worksheets/sheet1.xml': sheet(`<![CDATA[${'['.repeat(5_000_000)}`) }),
  ),
  named('tags within tags', () => book({ 'xl/worksheets/sheet1.xml': sheet('<a>'.repeat(1_000_000)) })),
  named('attributes without end', () =>
    book({ 'xl/worksheets/sheet1.xml': sheet(`<row ${'a="b" '.repeat(800_000)}/>`) }),
  ),
  named('a row number past all', () =>
    book({ 'xl/worksheets/sheet1.xml': sheet('<row r="999999999"><c r="A999999999"><v>1</v></c></row>') }),
  ),
  named('a negative row', () =>
    book({ 'xl/worksheets/sheet1.xml': sheet('<row r="-5"><c r="A-5"><v>1</v></c></row>') }),
  ),
  named('a column of letters without end', () =>
    book({ 'xl/worksheets/sheet1.xml': sheet(`<row r="1"><c r="${'Z'.repeat(3_000)}1"><v>1</v></c></row>`) }),
  ),
  named('1,048,576 columns', () => {
    const name = (at: number): string =>
      at < 0 ? '' : name(Math.floor(at / 26) - 1) + String.fromCharCode(65 + (at % 26))
    const cells = Array.from({ length: 1_048_576 }, (_, at) => `<c r="${name(at)}1"><v>1</v></c>`)
    return book({ 'xl/worksheets/sheet1.xml': sheet(`<row r="1">${cells.join('')}</row>`) })
  }),
  named('a range of the whole world', () =>
    book({
      'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><dimension ref="A1:XFD1048576"/><sheetData>${oneCell}</sheetData></worksheet>`,
    }),
  ),
  named('merged cells of the whole world', () =>
    book({
      'xl/worksheets/sheet1.xml': sheet(oneCell).replace(
        '</worksheet>',
        `<mergeCells>${'<mergeCell ref="A1:XFD1048576"/>'.repeat(20_000)}</mergeCells></worksheet>`,
      ),
    }),
  ),
  named('columns of the whole world', () =>
    book({
      'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><cols><col min="1" max="2147483647" width="1e308"/></cols><sheetData>${oneCell}</sheetData></worksheet>`,
    }),
  ),
  named('shared strings by the million', () =>
    book({
      'xl/sharedStrings.xml': `<sst xmlns="${main}" count="4294967295" uniqueCount="4294967295">${'<si><t>a</t></si>'.repeat(1_500_000)}</sst>`,
    }),
  ),
  named('one shared string of 30 MB', () =>
    book({ 'xl/sharedStrings.xml': `<sst><si><t>${'ab1'.repeat(10_000_000)}</t></si></sst>` }),
  ),
  named('a shared string that is not there', () =>
    book({
      'xl/worksheets/sheet1.xml': sheet(
        '<row r="1"><c r="A1" t="s"><v>4294967295</v></c><c r="B1" t="s"><v>-1</v></c></row>',
      ),
    }),
  ),
  named('styles without end', () =>
    book({
      'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts>${'<numFmt numFmtId="200" formatCode="[Red]0;[Blue]0;0"/>'.repeat(300_000)}</numFmts></styleSheet>`,
    }),
  ),
  named('a formula and a link', () =>
    book({
      'xl/worksheets/sheet1.xml': sheet(
        `<row r="1"><c r="A1" t="str"><f>WEBSERVICE("http://127.0.0.1:1/")</f><v>=cmd|'/c calc'!A1</v></c></row>`,
      ),
    }),
  ),
  named('macros', () =>
    book({
      'xl/vbaProject.bin': Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      '[Content_Types].xml':
        '<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.ms-excel.sheet.macroEnabled.main+xml"/></Types>',
    }),
  ),
  named('a part that names itself', () =>
    book({
      'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relations}"><Relationship Id="r1" Type="${documents}/worksheet" Target="workbook.xml"/></Relationships>`,
    }),
  ),
  named('a sheet outside of the file', () =>
    book({
      'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relations}"><Relationship Id="r1" Type="${documents}/worksheet" Target="../../../../etc/passwd"/></Relationships>`,
    }),
  ),
  named('ten thousand sheets', () =>
    book({
      'xl/workbook.xml': `<workbook xmlns="${main}"><sheets>${Array.from({ length: 10_000 }, (_, at) => `<sheet name="s${at}" sheetId="${at + 1}" r:id="r1"/>`).join('')}</sheets></workbook>`,
    }),
  ),
  named('__proto__ as a sheet', () =>
    book({
      'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${documents}"><sheets><sheet name="__proto__" sheetId="1" r:id="__proto__"/></sheets></workbook>`,
    }),
  ),
  named('a part named __proto__', () => book({ 'xl/worksheets/__proto__.xml': sheet(oneCell) })),
]

/** Further files that have broken spreadsheet readers. None contains orders. */
export const moreHostileFiles: readonly NamedFile[] = [...hostileParts, ...hostileContainers]
