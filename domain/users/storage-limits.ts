import type { Role } from '../access/permissions.ts'

const KIB = 1024
const MIB = 1024 * KIB

/**
 * Maximum storage per user, in bytes where not counts; enforced in the transaction that writes. Far above normal use, to stop
 * runaway scripts.
 */
export const storageLimits = {
  /** Shortcuts and macros, as JSON. */
  preferences: 128 * KIB,
  /** Each write leaves a dead row version until the next vacuum. */
  preferenceWritesPerMinute: 120,
  /** Saved answers of idempotent calls; the oldest are deleted, their keys stay. */
  answers: 4 * MIB,
  /** Within 24 hours. */
  idempotencyKeys: 100_000,
  /** Files of exports; the oldest are deleted. */
  exportFiles: 20,
  exportBytes: 200 * MIB,
  /** Inputs and reports of ended jobs; the oldest are deleted. */
  jobReports: 16 * MIB,
  endedJobs: 2_000,
  views: 200,
  /** Columns of imported files, chosen by hand. */
  mappings: 100,
  /** Each change of an order is written once for each of them. */
  webhooks: 20,
  /** Uploaded pictures in all sizes; unused ones are deleted after some weeks. */
  imageBytes: 4 * 1024 * MIB,
} as const

/**
 * Bytes that a user may add to the history within an hour; it is never deleted. Typical maxima: a courier some hundred changes,
 * a seller imports of 20,000 orders (15 MB), the office 100,000 orders changed and undone (160 MB).
 */
export const historyLimits: Record<Role, number> = {
  delivery: 16 * MIB,
  seller: 64 * MIB,
  moderator: 64 * MIB,
  agent: 512 * MIB,
  admin: 512 * MIB,
}

/** `historyBytes` replaces `historyLimits` for every role. */
export type StorageLimits = Record<keyof typeof storageLimits | 'historyBytes', number>
