import { expect, it } from 'vitest'
import { levelsOf, type ServerStatus } from '../../../domain/status/server-status.ts'

const fine: ServerStatus = {
  at: '2026-11-28T06:00:00.000Z',
  version: '1.0.0',
  startedAt: '2026-11-01T06:00:00.000Z',
  instances: 2,
  database: { kind: 'server', version: '18.1', bytes: 1, busy: 1, idle: 2, waiting: 0, most: 20 },
  standby: { state: 'following', bytes: 0, seconds: 0, reads: 10, readsOnPrimary: 1 },
  disk: { free: 40_000_000_000 },
  queues: [{ queue: 'mails', waiting: 3, seconds: 60 }],
  backups: { every: 86_400, count: 14, newest: '2026-11-27T06:00:00.000Z' },
  drill: { at: '2026-11-01T06:00:00.000Z', backup: 'scheduled-20261101-050000.backup', isWhole: true },
  mail: { state: 'reachable', server: 'mail.example' },
}

it('needs nobody where all is in order', () => {
  expect(new Set(Object.values(levelsOf(fine)))).toEqual(new Set(['ok']))
})

it.each([
  ['database', 'warning', { database: { ...fine.database, waiting: 2 } }],
  ['standby', 'ok', { standby: null }],
  ['standby', 'ok', { standby: { ...fine.standby!, state: 'behind', bytes: 80_000, seconds: 2 } }],
  ['standby', 'warning', { standby: { ...fine.standby!, state: 'behind', bytes: 80_000_000, seconds: 90 } }],
  ['standby', 'warning', { standby: { ...fine.standby!, state: 'unreachable', bytes: null, seconds: null } }],
  ['standby', 'warning', { standby: { ...fine.standby!, state: 'promoted' } }],
  ['disk', 'warning', { disk: { free: 500 * 1024 * 1024 } }],
  ['disk', 'problem', { disk: { free: 50 * 1024 * 1024 } }],
  ['queues', 'warning', { queues: [{ queue: 'intake', waiting: 1, seconds: 1_801 }] }],
  ['backups', 'warning', { backups: { every: 86_400, count: 3, newest: '2026-11-26T06:00:00.000Z' } }],
  ['backups', 'warning', { backups: { every: null, count: 0, newest: null } }],
  ['backups', 'problem', { backups: { every: 86_400, count: null, newest: null } }],
  ['drill', 'warning', { drill: null }],
  ['drill', 'warning', { drill: { ...fine.drill!, at: '2026-07-01T06:00:00.000Z' } }],
  ['drill', 'problem', { drill: { ...fine.drill!, isWhole: false } }],
  ['mail', 'problem', { mail: { state: 'unreachable', server: 'mail.example' } }],
  ['mail', 'warning', { mail: { state: 'files', server: null } }],
] as const)('%s is a %s', (part, level, changed) => {
  expect(levelsOf({ ...fine, ...(changed as Partial<ServerStatus>) })[part]).toBe(level)
})
