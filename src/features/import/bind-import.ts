import { fromPromise } from 'xstate'
import type { ChangeReport } from '../../../domain/changes.ts'
import type { CountryCode } from '../../../domain/countries.ts'
import type { ImportProduct } from '../../../domain/orders/import/find-product.ts'
import type { ImportMode, ImportReport } from '../../../domain/orders/import/import-report.ts'
import type { CommitInput, FileInput, UndoInput } from '../../../machines/import/import-types.ts'
import { importMachine } from '../../../machines/import-machine.ts'
import type { FileShelf } from './file-shelf.ts'
import { readOrders } from './read-orders.ts'

type Place = { country: CountryCode; signal?: AbortSignal }

/** The server's part of an import. */
export type ImportCalls = {
  /** Every product of the country that the user's rows may name. */
  products: (place: Place) => Promise<ImportProduct[]>
  dryRun: (file: File, place: Place) => Promise<ImportReport>
  commit: (file: File, options: Place & { mode: ImportMode; intent: string }) => Promise<ImportReport>
  undo: (batchId: string, options: { intent: string; signal?: AbortSignal }) => Promise<ChangeReport>
  template: (place: Place) => Promise<Blob>
  failedRows: (file: File, place: Place) => Promise<Blob>
}

/** The import machine over the server's calls and the worker that reads the file. */
export const bindImport = (calls: ImportCalls, files: FileShelf): typeof importMachine =>
  importMachine.provide({
    actors: {
      read: fromPromise<ImportReport, FileInput>(async ({ input: { file, country }, signal }) => {
        const products = await calls.products({ country, signal })
        return readOrders(files.get(file), { country, products }, signal)
      }),
      dryRun: fromPromise<ImportReport, FileInput>(({ input: { file, country }, signal }) =>
        calls.dryRun(files.get(file), { country, signal }),
      ),
      commit: fromPromise<ImportReport, CommitInput>(({ input: { file, ...options }, signal }) =>
        calls.commit(files.get(file), { ...options, signal }),
      ),
      undo: fromPromise<ChangeReport, UndoInput>(({ input: { batchId, intent }, signal }) =>
        calls.undo(batchId ?? '', { intent, signal }),
      ),
    },
  })
