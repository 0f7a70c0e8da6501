import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from '@swc/core'

const root = fileURLToPath(new URL('../../../', import.meta.url))

export type SourcePattern = { file: string; source: string; flags: string }

/** The regular expressions of the given folders' sources: every literal, and the files that build some at run time. */
export const sourcePatterns = (
  folders: readonly string[],
): { literals: SourcePattern[]; building: string[] } => {
  const literals: SourcePattern[] = []
  const building = new Set<string>()
  for (const file of folders.flatMap(sourcesIn)) {
    const text = readFileSync(path.join(root, file), 'utf8')
    walk(parseSync(text, { syntax: 'typescript', tsx: file.endsWith('.tsx'), target: 'es2022' }), (node) => {
      if (node.type === 'RegExpLiteral') {
        literals.push({ file, source: String(node.pattern), flags: String(node.flags) })
      }
      if (isRegExpCall(node)) building.add(file)
    })
  }
  return { literals, building: [...building] }
}

const sourcesIn = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => path.posix.join(folder, file.split(path.sep).join('/')))

type Node = Record<string, unknown>

const isRegExpCall = ({ type, callee }: Node): boolean =>
  (type === 'NewExpression' || type === 'CallExpression') &&
  typeof callee === 'object' &&
  callee !== null &&
  'value' in callee &&
  callee.value === 'RegExp'

const walk = (value: unknown, visit: (node: Node) => void): void => {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) visit(value as Node)
  for (const inner of Object.values(value)) walk(inner, visit)
}
