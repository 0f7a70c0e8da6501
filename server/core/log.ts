import os from 'node:os'

/** `text`: for a terminal. `json`: one object a line, in the format of Fastify's logger. */
export const logFormats = ['text', 'json'] as const
export type LogFormat = (typeof logFormats)[number]

type Level = 'info' | 'warn' | 'error' | 'fatal'
const levels: Record<Level, number> = { info: 30, warn: 40, error: 50, fatal: 60 }

/** Log of everything outside of requests. */
export type ProcessLog = Record<Level, (message: string, details?: object) => void> & {
  format: LogFormat
  /** Target of Fastify's JSON lines. */
  stream: { write: (line: string) => void }
}

export const makeLog = (
  format: LogFormat,
  { out, err }: { out: (text: string) => void; err: (text: string) => void } = {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
  },
): ProcessLog => {
  const say =
    (level: Level) =>
    (message: string, details: object = {}) => {
      if (format === 'json') return out(toJson(level, message, details))
      const write = level === 'info' ? out : err
      write(`${message}${Object.keys(details).length > 0 ? ` ${JSON.stringify(details)}` : ''}\n`)
    }
  return {
    format,
    info: say('info'),
    warn: say('warn'),
    error: say('error'),
    fatal: say('fatal'),
    stream: { write: (line) => out(format === 'json' ? line : toText(line)) },
  }
}

const toJson = (level: Level, msg: string, details: object): string =>
  `${JSON.stringify({ level: levels[level], time: Date.now(), pid: process.pid, hostname: os.hostname(), ...details, msg })}\n`

const nameOf = new Map<unknown, string>([
  [10, 'trace'],
  [20, 'debug'],
  ...Object.entries(levels).map(([name, level]): [number, string] => [level, name]),
])

/** `2026-11-26T06:15:00.000Z warn FILES_UNAVAILABLE {"requestId":"…"}` */
const toText = (line: string): string => {
  try {
    const { level, time, pid: _, hostname: __, msg, ...details } = JSON.parse(line) as Record<string, unknown>
    const rest = Object.keys(details).length > 0 ? ` ${JSON.stringify(details)}` : ''
    return `${new Date(Number(time)).toISOString()} ${nameOf.get(level) ?? level} ${msg ?? ''}${rest}\n`
  } catch {
    return line
  }
}
