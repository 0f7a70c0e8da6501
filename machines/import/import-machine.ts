import { assign, setup } from 'xstate'
import type { ChangeReport } from '../../domain/changes/changes.ts'
import type { ImportReport } from '../../domain/orders/import/import-report.ts'
import { isOffline, toFailure } from '../failure.ts'
import { unimplementedActor } from '../unimplemented-actor.ts'
import { correctedBy, editsOf, editsOfRows, pastOf, restored, toggled, unedited } from './import-edits.ts'
import type {
  CorrectInput,
  FileInput,
  ImportCommitInput,
  ImportContext,
  ImportEvent,
  ImportInput,
  ImportUndoInput,
  ReadInput,
} from './import-types.ts'

/**
 * Import of orders from a spreadsheet: choosing -> reading (in the browser) -> preview, with a dry run on the server ->
 * uploading -> report, which can be undone as a whole. A corrected cell is checked with its row at once, and by a dry run after
 * a pause, as is a row left out; both can be undone. `failed` can be retried from the state that failed, an upload with the same idempotency key. Another file may be
 * chosen unless a write is under way. `mapping`: the user chooses the columns, of a file without known headers or at will; then the file
 * is read anew, with the edits of the rows that it still has.
 */
export const importMachine = setup({
  types: {
    context: {} as ImportContext,
    events: {} as ImportEvent,
    input: {} as ImportInput,
    tags: {} as 'busy',
  },
  actors: {
    read: unimplementedActor<ImportReport, ReadInput>('read'),
    correct: unimplementedActor<ImportReport, CorrectInput>('correct'),
    dryRun: unimplementedActor<ImportReport, FileInput>('dryRun'),
    commit: unimplementedActor<ImportReport, ImportCommitInput>('commit'),
    undo: unimplementedActor<ChangeReport, ImportUndoInput>('undo'),
  },
  guards: {
    isUnanswered: (_, { error }: { error: unknown }) => isOffline(toFailure(error)),
    /** The file has headers, but not those of orders. */
    isMappable: (_, { error }: { error: unknown }) =>
      typeof error === 'object' && error !== null && 'isMappable' in error && error.isMappable === true,
    isShown: ({ context }) => context.preview !== null,
    wouldImport: ({ context: { preview, mode } }) =>
      preview !== null && preview.valid > 0 && (mode === 'valid' || preview.invalid === 0),
    canUndo: ({ context }) => context.report?.batchId != null,
    hasPast: ({ context }) => context.past.length > 0,
    hasFuture: ({ context }) => context.future.length > 0,
  },
  actions: {
    takeFile: assign(({ event }) =>
      event.type === 'file.choose'
        ? {
            file: event.file,
            ...unedited,
            hiddenRows: undefined,
            mapping: undefined,
            preview: null,
            report: null,
            undone: null,
            failure: null,
          }
        : {},
    ),
    takeCountry: assign(({ event }) => (event.type === 'country.choose' ? { country: event.country } : {})),
    takeHidden: assign(({ event }) =>
      event.type === 'hidden.choose' ? { hiddenRows: event.hiddenRows } : {},
    ),
    takeMapping: assign(({ event }) => (event.type === 'columns.choose' ? { mapping: event.mapping } : {})),
    takePreview: assign(({ context }, { preview }: { preview: ImportReport }) => ({
      preview,
      ...editsOfRows(context, preview),
    })),
    takeMode: assign(({ event }) => (event.type === 'mode.choose' ? { mode: event.mode } : {})),
    takeCorrection: assign(({ context, event }) =>
      event.type === 'cell.correct' ? correctedBy(context, event.correction) : {},
    ),
    toggleRow: assign(({ context, event }) =>
      event.type === 'row.toggle'
        ? { ...pastOf(context, [event.row]), leftOut: toggled(context.leftOut, event.row) }
        : {},
    ),
    undoEdit: assign(({ context }) => {
      const last = context.past.at(-1)
      if (last === undefined) return {}
      const undone = { ...editsOf(context), rows: last.rows }
      return { ...restored(last), past: context.past.slice(0, -1), future: [...context.future, undone] }
    }),
    redoEdit: assign(({ context }) => {
      const last = context.future.at(-1)
      if (last === undefined) return {}
      const redone = { ...editsOf(context), rows: last.rows }
      return { ...restored(last), past: [...context.past, redone], future: context.future.slice(0, -1) }
    }),
    takeIdempotencyKey: assign(({ event }) =>
      'idempotencyKey' in event ? { idempotencyKey: event.idempotencyKey } : {},
    ),
    fail: assign((_, { error }: { error: unknown }) => ({ failure: toFailure(error) })),
    failCancelled: assign({ failure: () => toFailure({ code: 'CANCELLED', message: '' }) }),
    forgive: assign({ failure: null }),
    hide: assign({ preview: null }),
    forget: assign({ file: null, ...unedited, preview: null, report: null, undone: null, failure: null }),
  },
  delays: { rest: 600 },
}).createMachine({
  id: 'import',
  initial: 'choosing',
  context: ({ input }) => ({
    country: input.country,
    mode: input.mode ?? 'valid',
    file: null,
    ...unedited,
    correctedRows: [],
    preview: null,
    report: null,
    undone: null,
    idempotencyKey: '',
    failure: null,
  }),
  states: {
    choosing: {
      entry: 'forget',
      on: {
        'file.choose': { target: 'reading', actions: 'takeFile' },
        'country.choose': { actions: 'takeCountry' },
      },
    },
    reading: {
      tags: 'busy',
      invoke: {
        src: 'read',
        id: 'read',
        input: ({ context: { file, country, corrections, hiddenRows, leftOut, mapping } }) => ({
          file,
          country,
          corrections,
          hiddenRows,
          leftOut,
          mapping,
        }),
        onDone: {
          target: 'preview',
          actions: { type: 'takePreview', params: ({ event }) => ({ preview: event.output }) },
        },
        onError: [
          {
            guard: { type: 'isMappable', params: ({ event }) => ({ error: event.error }) },
            target: 'mapping',
            actions: ['hide', { type: 'fail', params: ({ event }) => ({ error: event.error }) }],
          },
          {
            target: 'failed.reading',
            actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
          },
        ],
      },
      on: { 'import.restart': 'choosing' },
    },
    mapping: {
      exit: 'forgive',
      on: {
        'columns.choose': { target: 'reading', actions: 'takeMapping' },
        'columns.close': { guard: 'isShown', target: 'preview' },
        'file.choose': { target: 'reading', actions: 'takeFile' },
        'country.choose': { target: 'reading', actions: 'takeCountry' },
        'import.restart': 'choosing',
      },
    },
    preview: {
      initial: 'checking',
      on: {
        'file.choose': { target: 'reading', actions: 'takeFile' },
        'country.choose': { target: 'reading', actions: 'takeCountry' },
        'mode.choose': { actions: 'takeMode' },
        'hidden.choose': { target: 'reading', actions: 'takeHidden' },
        'columns.open': 'mapping',
        'columns.choose': { target: 'reading', actions: 'takeMapping' },
        'cell.correct': { target: '.correcting', actions: 'takeCorrection' },
        'row.toggle': { target: '.correcting', actions: 'toggleRow' },
        'edit.undo': { guard: 'hasPast', target: '.correcting', actions: 'undoEdit' },
        'edit.redo': { guard: 'hasFuture', target: '.correcting', actions: 'redoEdit' },
        'import.confirm': { guard: 'wouldImport', target: 'uploading', actions: 'takeIdempotencyKey' },
        'import.restart': 'choosing',
      },
      states: {
        checking: {
          invoke: {
            src: 'dryRun',
            id: 'dryRun',
            input: ({ context: { file, country, corrections, hiddenRows, leftOut } }) => ({
              file,
              country,
              corrections,
              hiddenRows,
              leftOut,
            }),
            onDone: { target: 'checked', actions: assign({ preview: ({ event }) => event.output }) },
            onError: [
              {
                guard: { type: 'isUnanswered', params: ({ event }) => ({ error: event.error }) },
                target: 'unchecked',
              },
              {
                target: '#import.failed.reading',
                actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
              },
            ],
          },
        },
        correcting: {
          invoke: {
            src: 'correct',
            id: 'correct',
            input: ({ context: { file, country, corrections, leftOut, correctedRows, preview } }) => ({
              file,
              country,
              corrections,
              leftOut,
              preview,
              rows: correctedRows,
            }),
            onDone: { target: 'resting', actions: assign({ preview: ({ event }) => event.output }) },
            onError: {
              target: '#import.failed.reading',
              actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        // Debounce: more corrections usually follow.
        resting: { after: { rest: 'checking' } },
        checked: {},
        // The dry run got no answer: keep the browser's own result; the upload may still succeed.
        unchecked: {},
      },
    },
    uploading: {
      tags: 'busy',
      invoke: {
        src: 'commit',
        id: 'commit',
        input: ({ context: { file, country, corrections, hiddenRows, leftOut, mode, idempotencyKey } }) => ({
          file,
          country,
          corrections,
          hiddenRows,
          leftOut,
          mode,
          idempotencyKey,
        }),
        onDone: { target: 'report', actions: assign({ report: ({ event }) => event.output }) },
        onError: {
          target: 'failed.uploading',
          actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
        },
      },
      on: { 'import.cancel': { target: 'failed.uploading', actions: 'failCancelled' } },
    },
    report: {
      initial: 'reported',
      on: { 'import.restart': 'choosing' },
      states: {
        reported: {
          on: {
            'file.choose': { target: '#import.reading', actions: 'takeFile' },
            'import.undo': {
              guard: 'canUndo',
              target: 'undoing',
              actions: ['takeIdempotencyKey', 'forgive'],
            },
          },
        },
        undoing: {
          tags: 'busy',
          invoke: {
            src: 'undo',
            id: 'undo',
            input: ({ context: { report, idempotencyKey } }) => ({
              batchId: report?.batchId ?? null,
              idempotencyKey,
            }),
            onDone: { target: 'undone', actions: assign({ undone: ({ event }) => event.output }) },
            onError: {
              target: 'reported',
              actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) },
            },
          },
        },
        undone: { on: { 'file.choose': { target: '#import.reading', actions: 'takeFile' } } },
      },
    },
    failed: {
      exit: 'forgive',
      on: { 'import.restart': 'choosing', 'file.choose': { target: 'reading', actions: 'takeFile' } },
      // No initial state: entered at the state that failed.
      initial: 'reading',
      states: {
        reading: {
          on: {
            'import.retry': '#import.reading',
            'country.choose': { target: '#import.reading', actions: 'takeCountry' },
          },
        },
        uploading: { on: { 'import.retry': '#import.uploading' } },
      },
    },
  },
})
