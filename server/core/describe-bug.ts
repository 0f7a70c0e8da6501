import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

/** Maps a stack line to its source. Source maps are read on demand: Node's own support takes a fifth of the memory. */
export const sourcePlace = (line: string): string => {
  const start = line.lastIndexOf('file://')
  return start < 0 ? line : `${line.slice(0, start)}${line.slice(start).replace(builtPlace, toSource)}`
}

const builtPlace = /^(file:\/\/[^\s()]+\/dist\/server\/[\w-]+\.js):(\d+):(\d+)/

const toSource = (built: string, url: string, row: string, column: string): string => {
  try {
    const file = fileURLToPath(url)
    const map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')))
    const found = map.findEntry(Number(row) - 1, Number(column) - 1)
    if (!('originalSource' in found)) return built
    const source = path.resolve(path.dirname(file), found.originalSource)
    return `${source}:${found.originalLine + 1}:${found.originalColumn + 1}`
  } catch {
    return built
  }
}

/** Log entry of an unexpected error. */
export type BugReport = { type: string; message: string; code: string | null; stack: string[] }

/**
 * Root cause and stack of an error. A failed query's message contains its parameters (customer data, hashes): only the
 * database's message is logged.
 */
export const describeBug = (error: unknown): BugReport => {
  let root: unknown = error
  while (root instanceof Error && root.cause instanceof Error) root = root.cause
  if (!(error instanceof Error) || !(root instanceof Error)) {
    return { type: typeof error, message: 'thrown without being an error', code: null, stack: [] }
  }
  return {
    type: root.name,
    message: root.message,
    code: 'code' in root && typeof root.code === 'string' ? root.code : null,
    stack: [root, error].flatMap(placesIn),
  }
}

const placesIn = ({ stack = '' }: Error): string[] =>
  stack
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '))
    .slice(0, 12)
    .map(sourcePlace)
