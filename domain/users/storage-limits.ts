import type { Role } from '../access/permissions.ts'

const KIB = 1024
const MIB = 1024 * KIB

/**
 * What the database stores for one user, at most: the one table of these bounds, each enforced in the transaction that
 * writes. Generous: people stay far below, a script in a loop does not. Sizes in bytes.
 */
export const storageLimits = {
  /** Keys and macros, as JSON. */
  preferences: 128 * KIB,
  /** Writes of them within a minute: each leaves the former version on disk until the next vacuum. */
  preferenceWritesPerMinute: 120,
  /** Answers under idempotency keys; the oldest give way, and their keys stay. */
  answers: 4 * MIB,
  /** Idempotency keys within 24 hours. */
  idempotencyKeys: 100_000,
  /** Files that exports have made; the oldest give way. */
  exportFiles: 20,
  exportBytes: 200 * MIB,
  /** What ended jobs were given and came to; the oldest give way. */
  jobReports: 16 * MIB,
  endedJobs: 2_000,
  views: 200,
  /** Pictures that were uploaded, in all their sizes; unused ones are deleted after some weeks. */
  imageBytes: 4 * 1024 * MIB,
} as const

/**
 * About what a user may add to the history within an hour: it is never deleted. A courier's round is some hundred changes, a
 * seller imports files of 20,000 orders (15 MB), and the office changes 100,000 orders at once and back (160 MB).
 */
export const historyLimits: Record<Role, number> = {
  delivery: 16 * MIB,
  seller: 64 * MIB,
  moderator: 64 * MIB,
  agent: 512 * MIB,
  admin: 512 * MIB,
}

/** `historyBytes` takes the place of `historyLimits`, whatever the role. */
export type StorageLimits = Record<keyof typeof storageLimits | 'historyBytes', number>
