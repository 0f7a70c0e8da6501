import { examine } from './examine.ts'
import type { Finding, Level } from './finding.ts'

const marks: Record<Level, string> = { ok: 'ok', warning: 'warning', problem: 'PROBLEM', unknown: 'not seen' }

/** Prints what is found, what is wrong last; exit code 1 for a problem, if `isStrict` for a warning too. */
export const doctor = async (isStrict: boolean): Promise<void> => {
  const found = await examine(process.env)
  const order: Level[] = ['ok', 'unknown', 'warning', 'problem']
  for (const finding of found.toSorted((one, other) => order.indexOf(one.level) - order.indexOf(other.level)))
    for (const line of linesOf(finding)) console.log(line)
  const count = (level: Level) => found.filter((finding) => finding.level === level).length
  console.log(`${count('problem')} problems, ${count('warning')} warnings.`)
  if (count('problem') > 0 || (isStrict && count('warning') > 0)) process.exitCode = 1
}

const linesOf = ({ subject, level, says, step }: Finding): string[] => [
  `${marks[level].padEnd(8)}  ${subject.padEnd(13)}  ${says}`,
  ...(step === undefined ? [] : [`${' '.repeat(25)}-> ${step}`]),
]
