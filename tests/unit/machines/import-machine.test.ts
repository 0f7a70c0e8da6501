import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, type SnapshotFrom, waitFor } from 'xstate'
import type { ChangeReport } from '../../../domain/changes/changes.ts'
import { type ImportColumn, importColumnNames } from '../../../domain/orders/import/import-columns.ts'
import type { ImportReport } from '../../../domain/orders/import/import-report.ts'
import { importMachine } from '../../../machines/import/import-machine.ts'
import type {
  CorrectInput,
  FileInput,
  ImportCommitInput,
  ImportInput,
  ImportUndoInput,
  ReadInput,
} from '../../../machines/import/import-types.ts'
import { wholeReport } from '../../support/whole-records.ts'
import { done, failed, problem, unreachedStates } from './unreached-states.ts'

const file = { key: 'f1', name: 'novembre.xlsx', size: 12_000 }

const noValues = Object.fromEntries(importColumnNames.map((name) => [name, null])) as Record<
  ImportColumn,
  null
>

const report = (valid: number, invalid = 0, more: Partial<ImportReport> = {}): ImportReport => ({
  total: valid + invalid,
  valid,
  invalid,
  skipped: 0,
  created: 0,
  rows: [],
  problems: [],
  notes: [],
  ignoredColumns: [],
  batchId: null,
  createdAt: null,
  ...more,
})
const lineOf = (row: number) => ({ row, status: 'valid' as const, values: noValues })
const undone = wholeReport(40, { batchId: 'b2' })

type World = {
  read?: (input: ReadInput) => Promise<ImportReport>
  correct?: (input: CorrectInput) => Promise<ImportReport>
  dryRun?: (input: FileInput) => Promise<ImportReport>
  commit?: (input: ImportCommitInput) => Promise<ImportReport>
  undo?: (input: ImportUndoInput) => Promise<ChangeReport>
}

const start = (world: World = {}, input: Partial<ImportInput> = {}) => {
  const actor = createActor(
    importMachine.provide({
      actors: {
        read: fromPromise(async ({ input }) => world.read?.(input) ?? report(40, 2)),
        correct: fromPromise(async ({ input }) => world.correct?.(input) ?? report(40, 2)),
        dryRun: fromPromise(async ({ input }) => world.dryRun?.(input) ?? report(39, 3)),
        commit: fromPromise(
          async ({ input }) => world.commit?.(input) ?? report(39, 3, { created: 39, batchId: 'b1' }),
        ),
        undo: fromPromise(async ({ input }) => world.undo?.(input) ?? undone),
      },
      delays: { rest: 10 },
    }),
    { input: { country: 'ic', ...input } },
  )
  actor.start()
  return actor
}

const reach = (
  actor: ReturnType<typeof start>,
  state: Parameters<SnapshotFrom<typeof importMachine>['matches']>[0],
) => waitFor(actor, (snapshot) => snapshot.matches(state))

const chosen = async (world: World = {}) => {
  const actor = start(world)
  actor.send({ type: 'file.choose', file })
  await reach(actor, 'preview')
  return actor
}

describe('import machine', () => {
  test('shows what the browser read at once, and what the server would do as soon as it says so', async () => {
    let answer = (_: ImportReport) => {}
    const actor = await chosen({
      dryRun: () =>
        new Promise((resolve) => {
          answer = resolve
        }),
    })
    expect(actor.getSnapshot().matches({ preview: 'checking' })).toBe(true)
    expect(actor.getSnapshot().context.preview).toMatchObject({ valid: 40, invalid: 2 })
    answer(report(39, 3))
    const { context } = await reach(actor, { preview: 'checked' })
    expect(context.preview).toMatchObject({ valid: 39, invalid: 3 })
  })

  test('imports the good rows and undoes them, each under its own idempotency key', async () => {
    const received: unknown[] = []
    const actor = await chosen({
      commit: async (input) => {
        received.push(input)
        return report(39, 3, { created: 39, batchId: 'b1' })
      },
      undo: async (input) => {
        received.push(input)
        return undone
      },
    })
    actor.send({ type: 'import.confirm', idempotencyKey: 'i1' })
    await reach(actor, { report: 'reported' })
    actor.send({ type: 'import.undo', idempotencyKey: 'i2' })
    const { context } = await reach(actor, { report: 'undone' })
    expect(received).toEqual([
      { file, country: 'ic', corrections: [], leftOut: [], mode: 'valid', idempotencyKey: 'i1' },
      { batchId: 'b1', idempotencyKey: 'i2' },
    ])
    expect(context.undone).toEqual(undone)
  })

  test('imports nothing where there is no good row, or where all are wanted and one is wrong', async () => {
    const empty = await chosen({ read: async () => report(0, 3), dryRun: async () => report(0, 3) })
    await reach(empty, { preview: 'checked' })
    expect(empty.getSnapshot().can({ type: 'import.confirm', idempotencyKey: 'i' })).toBe(false)
    const strict = await chosen()
    await reach(strict, { preview: 'checked' })
    strict.send({ type: 'mode.choose', mode: 'all' })
    expect(strict.getSnapshot().can({ type: 'import.confirm', idempotencyKey: 'i' })).toBe(false)
    strict.send({ type: 'mode.choose', mode: 'valid' })
    expect(strict.getSnapshot().can({ type: 'import.confirm', idempotencyKey: 'i' })).toBe(true)
  })

  test('checks a corrected cell at once with its row, and the file with all corrections after a pause in typing', async () => {
    const checks: FileInput['corrections'][] = []
    const rows: number[] = []
    const actor = await chosen({
      correct: async ({ rows: corrected, preview }) => {
        rows.push(...corrected)
        return report((preview?.valid ?? 0) + 1, (preview?.invalid ?? 0) - 1)
      },
      dryRun: async ({ corrections }) => {
        checks.push(corrections)
        return corrections.length === 0 ? report(40, 2) : report(42)
      },
    })
    await reach(actor, { preview: 'checked' })
    const name = { row: 3, column: 'product', value: 'Montre' } as const
    const count = { row: 5, column: 'quantity', value: '2' } as const
    actor.send({ type: 'cell.correct', correction: { ...name, value: 'Mont' } })
    await reach(actor, { preview: 'resting' })
    expect(actor.getSnapshot().context.preview).toMatchObject({ valid: 41, invalid: 1 })
    actor.send({ type: 'cell.correct', correction: name })
    actor.send({ type: 'cell.correct', correction: count })
    const { context } = await reach(actor, { preview: 'checked' })
    expect(context.preview).toMatchObject({ valid: 42, invalid: 0 })
    expect(rows.at(-1)).toBe(5)
    // A cell's second correction replaces the first.
    expect(checks).toEqual([[], [name, count]])
  })

  test('writes a file as it was corrected, and forgets the corrections with the file', async () => {
    const written: ImportCommitInput[] = []
    const actor = await chosen({
      commit: async (input) => {
        written.push(input)
        return report(1, 0, { created: 1, batchId: 'b1' })
      },
    })
    const correction = { row: 3, column: 'product', value: 'Montre' } as const
    actor.send({ type: 'cell.correct', correction })
    await reach(actor, { preview: 'resting' })
    actor.send({ type: 'import.confirm', idempotencyKey: 'i1' })
    await reach(actor, 'report')
    expect(written[0]?.corrections).toEqual([correction])
    actor.send({ type: 'file.choose', file })
    await reach(actor, 'preview')
    expect(actor.getSnapshot().context.corrections).toEqual([])
  })

  test('leaves rows out, and undoes and redoes each edit', async () => {
    const checks: Pick<FileInput, 'corrections' | 'leftOut'>[] = []
    const rows: number[] = []
    const actor = await chosen({
      correct: async ({ rows: corrected }) => {
        rows.push(...corrected)
        return report(40, 2)
      },
      dryRun: async ({ corrections, leftOut }) => {
        checks.push({ corrections, leftOut })
        return report(40, 2)
      },
    })
    await reach(actor, { preview: 'checked' })
    expect(actor.getSnapshot().can({ type: 'edit.undo' })).toBe(false)
    const first = { row: 3, column: 'quantity', value: '2' } as const
    const second = { ...first, value: '3' }
    const edits = () => {
      const { corrections, leftOut } = actor.getSnapshot().context
      return { corrections, leftOut }
    }
    actor.send({ type: 'cell.correct', correction: first })
    actor.send({ type: 'cell.correct', correction: second })
    actor.send({ type: 'row.toggle', row: 5 })
    expect(edits()).toEqual({ corrections: [second], leftOut: [5] })
    actor.send({ type: 'edit.undo' })
    expect(edits()).toEqual({ corrections: [second], leftOut: [] })
    actor.send({ type: 'edit.undo' })
    expect(edits()).toEqual({ corrections: [first], leftOut: [] })
    actor.send({ type: 'edit.undo' })
    expect(edits()).toEqual({ corrections: [], leftOut: [] })
    actor.send({ type: 'edit.redo' })
    await reach(actor, { preview: 'checked' })
    expect(checks.at(-1)).toEqual({ corrections: [first], leftOut: [] })
    expect(rows.at(-1)).toBe(3)
    actor.send({ type: 'row.toggle', row: 6 })
    expect(actor.getSnapshot().can({ type: 'edit.redo' })).toBe(false)
    actor.send({ type: 'row.toggle', row: 6 })
    expect(edits()).toEqual({ corrections: [first], leftOut: [] })
  })

  test('reads the file again for another country', async () => {
    const read: string[] = []
    const actor = await chosen({
      read: async ({ country }) => {
        read.push(country)
        return report(1)
      },
    })
    actor.send({ type: 'country.choose', country: 'sn' })
    await reach(actor, { preview: 'checked' })
    expect(read).toEqual(['ic', 'sn'])
  })

  test('corrects a product in all rows to correct that name it the same, as one edit', async () => {
    const line = (row: number, product: string, status: 'valid' | 'invalid' = 'invalid') => ({
      row,
      status,
      values: { ...noValues, product },
    })
    const rows = [line(2, 'Mont'), line(3, 'Mont'), line(4, 'Montre', 'valid'), line(5, 'Lamp')]
    const problems = [2, 3, 5].map((row) => ({ row, column: 'product', code: 'PRODUCT_NOT_FOUND' }) as const)
    const preview = report(1, 3, { rows, problems })
    const checked: (readonly number[])[] = []
    const actor = await chosen({
      read: async () => preview,
      dryRun: async () => preview,
      correct: async (input) => {
        checked.push(input.rows)
        return preview
      },
    })
    await reach(actor, { preview: 'checked' })
    actor.send({ type: 'cell.correct', correction: { row: 3, column: 'product', value: 'Montre' } })
    await reach(actor, { preview: 'resting' })
    expect(checked).toEqual([[3, 2]])
    expect(actor.getSnapshot().context.corrections.map(({ row }) => row)).toEqual([3, 2])
    actor.send({ type: 'edit.undo' })
    expect(actor.getSnapshot().context.corrections).toEqual([])
    actor.send({ type: 'cell.correct', correction: { row: 4, column: 'product', value: 'Mont' } })
    expect(actor.getSnapshot().context.corrections.map(({ row }) => row)).toEqual([4])
  })

  test('lets the columns of a file without known headers be chosen, and reads it by them', async () => {
    const read: unknown[] = []
    const actor = start({
      read: async ({ mapping }) => {
        read.push(mapping)
        if (mapping === undefined) throw Object.assign(problem('FILE_WITHOUT_HEADER'), { isMappable: true })
        return report(2)
      },
    })
    actor.send({ type: 'file.choose', file })
    const { context } = await reach(actor, 'mapping')
    expect(context.failure?.code).toBe('FILE_WITHOUT_HEADER')
    expect(actor.getSnapshot().can({ type: 'columns.close' })).toBe(false)
    const mapping = [{ header: 'was', column: 'product' }] as const
    actor.send({ type: 'columns.choose', mapping })
    expect((await reach(actor, { preview: 'checked' })).context.failure).toBeNull()
    expect(read).toEqual([undefined, mapping])
  })

  test('opens the columns of a file that was read, goes back to it, and reads it otherwise with its edits', async () => {
    const read: unknown[] = []
    const actor = await chosen({
      read: async ({ mapping }) => {
        read.push(mapping)
        const rows = mapping === undefined ? [2, 3, 4] : [2, 4]
        return report(rows.length, 0, { rows: rows.map(lineOf) })
      },
    })
    actor.send({ type: 'cell.correct', correction: { row: 2, column: 'quantity', value: '2' } })
    actor.send({ type: 'columns.open' })
    expect(actor.getSnapshot().matches('mapping')).toBe(true)
    actor.send({ type: 'columns.close' })
    await reach(actor, { preview: 'checked' })
    expect(actor.getSnapshot().context.corrections).toHaveLength(1)
    actor.send({ type: 'columns.open' })
    actor.send({ type: 'columns.choose', mapping: 'automatic' })
    const { context: kept } = await reach(actor, { preview: 'checked' })
    expect([kept.corrections.length, kept.past.length]).toEqual([1, 1])
    actor.send({ type: 'cell.correct', correction: { row: 3, column: 'quantity', value: '2' } })
    actor.send({ type: 'columns.open' })
    actor.send({ type: 'columns.choose', mapping: 'automatic' })
    const { context: others } = await reach(actor, { preview: 'checked' })
    // Row 3 is none by these columns.
    expect([others.corrections.map(({ row }) => row), others.past.length]).toEqual([[2], 0])
    expect(read).toEqual([undefined, 'automatic', 'automatic'])
    actor.send({ type: 'file.choose', file })
    await reach(actor, { preview: 'checked' })
    expect(read.at(-1)).toBeUndefined()
  })

  test('says why a file cannot be read, and takes another one', async () => {
    const codes = ['FILE_NOT_A_SPREADSHEET']
    const actor = start({
      read: async () => {
        const code = codes.pop()
        if (code) throw problem(code)
        return report(1)
      },
    })
    actor.send({ type: 'file.choose', file })
    const { context } = await reach(actor, { failed: 'reading' })
    expect(context.failure?.code).toBe('FILE_NOT_A_SPREADSHEET')
    actor.send({ type: 'file.choose', file: { ...file, key: 'f2' } })
    expect((await reach(actor, 'preview')).context).toMatchObject({ failure: null, file: { key: 'f2' } })
  })

  test('does not offer what the server refuses: a file that was imported before', async () => {
    const earlier = { batchId: 'b0', createdAt: '2026-11-01T00:00:00.000Z', created: 12 }
    const actor = start({
      dryRun: async () => {
        throw Object.assign(problem('FILE_ALREADY_IMPORTED'), { current: earlier })
      },
    })
    actor.send({ type: 'file.choose', file })
    const { context } = await reach(actor, { failed: 'reading' })
    expect(context.failure).toMatchObject({ code: 'FILE_ALREADY_IMPORTED', current: earlier })
  })

  test('keeps the preview when the server does not answer', async () => {
    const actor = await chosen({ dryRun: () => Promise.reject(problem('OFFLINE')) })
    const snapshot = await reach(actor, { preview: 'unchecked' })
    expect(snapshot.context.preview?.valid).toBe(40)
    expect(snapshot.can({ type: 'import.confirm', idempotencyKey: 'i' })).toBe(true)
  })

  test('retries an upload whose answer was lost under the same intent', async () => {
    const idempotencyKeys: string[] = []
    const actor = await chosen({
      commit: async ({ idempotencyKey }) => {
        idempotencyKeys.push(idempotencyKey)
        if (idempotencyKeys.length === 1) throw problem('OFFLINE')
        return report(39, 3, { created: 39, batchId: 'b1' })
      },
    })
    actor.send({ type: 'import.confirm', idempotencyKey: 'i1' })
    await reach(actor, { failed: 'uploading' })
    actor.send({ type: 'import.retry' })
    await reach(actor, 'report')
    expect(idempotencyKeys).toEqual(['i1', 'i1'])
  })

  test('can be left while it is under way, and retried, since the server may have done it', async () => {
    const actor = await chosen({ commit: () => new Promise(() => {}) })
    actor.send({ type: 'import.confirm', idempotencyKey: 'i1' })
    actor.send({ type: 'import.cancel' })
    expect(actor.getSnapshot().matches({ failed: 'uploading' })).toBe(true)
    expect(actor.getSnapshot().context.failure?.code).toBe('CANCELLED')
  })

  test('stays at the report when the undo is refused, and says why', async () => {
    const actor = await chosen({ undo: () => Promise.reject(problem('MOVED_ON')) })
    actor.send({ type: 'import.confirm', idempotencyKey: 'i1' })
    await reach(actor, { report: 'reported' })
    actor.send({ type: 'import.undo', idempotencyKey: 'i2' })
    const { context } = await waitFor(actor, ({ context }) => context.failure !== null)
    expect(context.failure?.code).toBe('MOVED_ON')
    expect(actor.getSnapshot().matches({ report: 'reported' })).toBe(true)
  })

  test('starts over with nothing left of the last file', async () => {
    const actor = await chosen()
    actor.send({ type: 'import.restart' })
    expect(actor.getSnapshot().context).toMatchObject({ file: null, preview: null, country: 'ic' })
  })

  test('reaches every state', () => {
    const written = report(3, 0, { created: 3, batchId: 'b1' })
    expect(
      unreachedStates(
        importMachine,
        [
          { type: 'file.choose', file },
          { type: 'cell.correct', correction: { row: 2, column: 'product', value: 'Montre' } },
          { type: 'xstate.after.rest.import.preview.resting' },
          done('correct', report(3)),
          { type: 'columns.open' },
          { type: 'import.confirm', idempotencyKey: 'i' },
          { type: 'import.undo', idempotencyKey: 'i' },
          done('read', report(3)),
          failed('read', 'FILE_EMPTY'),
          done('dryRun', report(3)),
          failed('dryRun', 'OFFLINE'),
          done('commit', written),
          failed('commit', 'OFFLINE'),
          done('undo', undone),
        ],
        { input: { country: 'ic' } },
      ),
    ).toEqual([])
  })
})
