import type { RecordOf, Shapes } from '../lib/shape.ts'

/** Names of the queues, also as `queue` of the metrics. */
export const queues = ['mails', 'webhooks', 'intake', 'jobs'] as const
export type Queue = (typeof queues)[number]

/** `files`: no mail server is set, mails are written to the data folder. */
export const mailStates = ['reachable', 'unreachable', 'files'] as const

export const databaseKinds = ['embedded', 'server'] as const

/**
 * How the last read found the standby. `behind`: it had not replayed what was committed when the read began; `promoted`: it takes
 * writes itself; `foreign`: it is no copy of this database.
 */
export const standbyStates = ['following', 'behind', 'unreachable', 'promoted', 'foreign'] as const
export type StandbyState = (typeof standbyStates)[number]

export const serverStatusShapes = {
  at: { kind: 'instant' },
  version: { kind: 'text' },
  startedAt: { kind: 'instant' },
  instances: { kind: 'integer' },
  database: {
    kind: 'record',
    of: {
      kind: { kind: 'choice', values: databaseKinds },
      version: { kind: 'text' },
      bytes: { kind: 'integer' },
      busy: { kind: 'integer' },
      idle: { kind: 'integer' },
      waiting: { kind: 'integer' },
      most: { kind: 'integer' },
    },
  },
  standby: {
    kind: 'record',
    nullable: true,
    of: {
      state: { kind: 'choice', values: standbyStates },
      bytes: { kind: 'integer', nullable: true },
      seconds: { kind: 'integer', nullable: true },
      reads: { kind: 'integer' },
      readsOnPrimary: { kind: 'integer' },
    },
  },
  disk: { kind: 'record', of: { free: { kind: 'integer', nullable: true } } },
  queues: {
    kind: 'list',
    of: {
      queue: { kind: 'choice', values: queues },
      waiting: { kind: 'integer' },
      seconds: { kind: 'integer' },
    },
  },
  backups: {
    kind: 'record',
    of: {
      every: { kind: 'integer', nullable: true },
      count: { kind: 'integer', nullable: true },
      newest: { kind: 'instant', nullable: true },
    },
  },
  drill: {
    kind: 'record',
    nullable: true,
    of: { at: { kind: 'instant' }, backup: { kind: 'text' }, isWhole: { kind: 'flag' } },
  },
  mail: {
    kind: 'record',
    of: { state: { kind: 'choice', values: mailStates }, server: { kind: 'text', nullable: true } },
  },
} as const satisfies Shapes

/**
 * What an operator asks of a server. `startedAt`: of the instance that answers, whose pool `database` has; `instances`: servers
 * on this database. `standby`: of `DATABASE_READ_URL`, how far it is behind, and what this server has read there and, in its place, on
 * the primary. `disk.free`: bytes in the data folder. `queues`: what is open, and for how long the oldest has been due.
 * `backups.every`: seconds, null without a schedule; `count` null where the place of the backups does not answer. `drill`: the last
 * rehearsal of a restore.
 */
export type ServerStatus = RecordOf<typeof serverStatusShapes>

const megabyte = 1024 * 1024
/** Below it, the embedded database takes no more writes (ADR 0039). */
export const leastRoom = 96 * megabyte
export const littleRoom = 1024 * megabyte

/** Seconds: what is due for longer does not move by itself. */
export const longWait = 30 * 60

/** Seconds: a standby that is further behind answers nothing for as long. */
export const longLag = 60

const DAY_MS = 86_400_000
/** Without a schedule, the newest backup is old after so many milliseconds; with one, after twice its pause. */
const oldBackup = 2 * DAY_MS
const oldDrill = 92 * DAY_MS

/** `ok` needs nobody, `warning` somebody soon, `problem` somebody now. */
export type StatusLevel = 'ok' | 'warning' | 'problem'

/** Whether backups of which the newest is so old, taken every so many milliseconds, are late. */
export const areBackupsLate = (age: number | null, every: number | null): boolean =>
  age === null || age >= (every === null ? oldBackup : 2 * every)

export const levelOfRoom = (free: number): StatusLevel =>
  free < leastRoom ? 'problem' : free < littleRoom ? 'warning' : 'ok'

export type StatusPart = 'server' | 'database' | 'standby' | 'disk' | 'queues' | 'backups' | 'drill' | 'mail'

/** A standby that falls behind for a moment needs nobody. */
const isFollowing = ({ state, seconds }: NonNullable<ServerStatus['standby']>): boolean =>
  (state === 'following' || state === 'behind') && (seconds ?? 0) <= longLag

/** What to look at, part by part. */
export const levelsOf = (status: ServerStatus): Record<StatusPart, StatusLevel> => {
  const { at, database, standby, disk, queues: waiting, backups, drill, mail } = status
  const ageOf = (instant: string | null) => (instant === null ? null : Date.parse(at) - Date.parse(instant))
  const every = backups.every === null ? null : backups.every * 1000
  const drillAge = ageOf(drill?.at ?? null)
  return {
    server: 'ok',
    database: database.waiting > 0 ? 'warning' : 'ok',
    standby: standby === null || isFollowing(standby) ? 'ok' : 'warning',
    disk: disk.free === null ? 'ok' : levelOfRoom(disk.free),
    queues: waiting.some(({ seconds }) => seconds > longWait) ? 'warning' : 'ok',
    backups:
      backups.count === null ? 'problem' : areBackupsLate(ageOf(backups.newest), every) ? 'warning' : 'ok',
    drill: drill?.isWhole === false ? 'problem' : drillAge === null || drillAge > oldDrill ? 'warning' : 'ok',
    mail: mail.state === 'unreachable' ? 'problem' : mail.state === 'files' ? 'warning' : 'ok',
  }
}
