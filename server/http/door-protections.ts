/**
 * Entry points of the server and their protections: input length (`length`), cleaning (`cleanUp`), fair queue (`turn`), quota
 * (`budget`), and cancellation when the caller disconnects (`abort`). Documented in `docs/guarantees.md`; `routeDoors`
 * assigns routes.
 */
export type Door = {
  length: keyof typeof lengths
  cleanUp: keyof typeof cleanUps
  turn: keyof typeof turns
  budget: readonly (keyof typeof budgets)[]
  abort: keyof typeof aborts
}

export const lengths = {
  none: 'takes nothing',
  query: '32 KB of address and headers, each parameter its own',
  small: '16 KB in 15 s, each field its own',
  body: '2 MB, 64 levels deep, each field its own',
  event: '256 KB, 10,000 waiting a source',
  file: '10 MB, unpacked and counted before it is read',
  image: '10 MB and 50 megapixels',
  line: 'cut before it is read',
  operator: 'what the operator gives',
} as const

export const cleanUps = {
  none: 'no text',
  typed: '`cleanText`',
  cells: '`cleanText`, each cell',
  decoded: 'decoded and encoded anew',
  checked: 'checked against its manifest',
} as const

export const turns = {
  none: 'answered from memory',
  connections: 'database connections',
  hasher: 'hasher',
  labels: 'thread of labels',
  spreadsheets: 'threads of spreadsheets',
  pictures: 'processes of pictures',
  files: 'store of pictures',
  jobs: 'database connections, then jobs',
  probe: 'one question at a time',
  alone: 'the server stands still',
} as const

export const budgets = {
  none: 'none',
  sockets: '500 connections an address',
  calls: '30,000 calls a minute',
  attempts: 'attempts',
  history: 'history an hour',
  stored: 'bytes stored',
  streams: '8 streams',
  rows: 'rows',
} as const

export const aborts = {
  short: 'nothing to end',
  caller: 'ends with its caller',
  whole: 'is done whole or not at all',
  answered: 'ends with its caller; its job goes on',
  goesOn: 'goes on as a job; dry runs end with their caller',
} as const

const called = ['calls'] as const

export const doors = {
  read: { length: 'query', cleanUp: 'none', turn: 'connections', budget: called, abort: 'short' },
  filter: { length: 'query', cleanUp: 'typed', turn: 'connections', budget: called, abort: 'short' },
  palette: { length: 'query', cleanUp: 'typed', turn: 'connections', budget: called, abort: 'short' },
  paste: { length: 'body', cleanUp: 'typed', turn: 'connections', budget: called, abort: 'short' },
  scan: { length: 'query', cleanUp: 'typed', turn: 'connections', budget: called, abort: 'short' },
  write: {
    length: 'body',
    cleanUp: 'typed',
    turn: 'connections',
    budget: ['calls', 'history', 'stored'],
    abort: 'whole',
  },
  bulk: {
    length: 'body',
    cleanUp: 'typed',
    turn: 'jobs',
    budget: ['calls', 'history', 'stored'],
    abort: 'goesOn',
  },
  import: {
    length: 'file',
    cleanUp: 'cells',
    turn: 'spreadsheets',
    budget: ['calls', 'rows', 'history'],
    abort: 'answered',
  },
  export: {
    length: 'body',
    cleanUp: 'typed',
    turn: 'jobs',
    budget: ['calls', 'rows', 'stored'],
    abort: 'goesOn',
  },
  upload: {
    length: 'image',
    cleanUp: 'decoded',
    turn: 'pictures',
    budget: ['calls', 'stored'],
    abort: 'caller',
  },
  labels: { length: 'body', cleanUp: 'none', turn: 'labels', budget: ['calls', 'rows'], abort: 'caller' },
  stream: {
    length: 'query',
    cleanUp: 'none',
    turn: 'connections',
    budget: ['calls', 'streams'],
    abort: 'caller',
  },
  login: {
    length: 'small',
    cleanUp: 'typed',
    turn: 'hasher',
    budget: ['sockets', 'calls', 'attempts'],
    abort: 'caller',
  },
  account: {
    length: 'small',
    cleanUp: 'typed',
    turn: 'hasher',
    budget: ['sockets', 'calls', 'attempts'],
    abort: 'caller',
  },
  password: {
    length: 'body',
    cleanUp: 'typed',
    turn: 'hasher',
    budget: ['calls', 'attempts', 'history'],
    abort: 'caller',
  },
  /** Includes a password. */
  user: {
    length: 'body',
    cleanUp: 'typed',
    turn: 'hasher',
    budget: ['calls', 'history', 'stored'],
    abort: 'whole',
  },
  /** Signed by a source; worked on later, in order. */
  hook: { length: 'event', cleanUp: 'typed', turn: 'connections', budget: ['sockets'], abort: 'whole' },
  picture: { length: 'query', cleanUp: 'none', turn: 'files', budget: ['sockets'], abort: 'caller' },
  page: { length: 'query', cleanUp: 'none', turn: 'none', budget: ['sockets'], abort: 'short' },
  contract: { length: 'query', cleanUp: 'none', turn: 'none', budget: ['sockets'], abort: 'short' },
  probe: { length: 'none', cleanUp: 'none', turn: 'probe', budget: ['sockets'], abort: 'short' },
  /** The embedded palette: calls of other entry points from `CORS_ORIGINS`. */
  embed: { length: 'line', cleanUp: 'typed', turn: 'connections', budget: called, abort: 'short' },
  'command line': { length: 'operator', cleanUp: 'typed', turn: 'hasher', budget: ['none'], abort: 'whole' },
  restore: { length: 'operator', cleanUp: 'checked', turn: 'alone', budget: ['none'], abort: 'whole' },
} as const satisfies Record<string, Door>

export type DoorName = keyof typeof doors

/** A row of the table in `docs/guarantees.md`. */
export const doorRow = (name: DoorName): string => {
  const { length, cleanUp, turn, budget, abort }: Door = doors[name]
  const cells = [
    name,
    lengths[length],
    cleanUps[cleanUp],
    turns[turn],
    budget.map((one) => budgets[one]).join(', '),
    aborts[abort],
  ]
  return `| ${cells.join(' | ')} |`
}
