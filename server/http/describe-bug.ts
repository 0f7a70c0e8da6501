import { sourcePlace } from './source-place.ts'

/** What the log keeps of an error that nobody foresaw. */
export type BugReport = { type: string; message: string; code: string | null; stack: string[] }

/**
 * The root of an error and where it came from. A failed query's own message repeats its parameters, which are
 * customers' data and hashes: of that only the database's message is told.
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
