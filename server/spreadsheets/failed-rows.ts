import type { Code } from '../../domain/codes.ts'
import type { CheckedImport } from '../../domain/orders/import/check-import.ts'
import type { RowProblem } from '../../domain/orders/import/read-row.ts'
import type { ImportTexts } from './import-texts.ts'
import type { SheetToWrite } from './write-workbook.ts'

/**
 * The rows to correct, cells and columns as they were sent, with a column that says why. Rows whose orders are already
 * there are not among them: sent again without the ones that they repeat, they would make a second order.
 */
export const failedRows = (
  checked: CheckedImport,
  texts: ImportTexts,
  textOf: (code: Code) => string,
): SheetToWrite[] => {
  const { headers } = checked
  const reason = ({ column, code }: RowProblem) =>
    column === null ? textOf(code) : `${headers[checked.columns[column] ?? -1] ?? column} : ${textOf(code)}`
  return [
    {
      name: texts.workbook.failed,
      rows: [
        [...headers, texts.workbook.why],
        ...checked.rows
          .filter(({ status }) => status === 'invalid')
          .map(({ cells, problems }) => [
            ...Array.from(headers, (_, place) => cells[place] ?? null),
            problems.map(reason).join('\n'),
          ]),
      ],
    },
  ]
}
