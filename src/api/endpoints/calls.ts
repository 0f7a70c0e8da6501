import type { CallPolicyInput } from '../../../domain/calls/call-policy.ts'
import type {
  CallerFigures,
  CallFigure,
  FigureCall,
  FigureGroup,
} from '../../../domain/calls/caller-figures.ts'
import type { CallsBoard } from '../../../domain/calls/calls-board.ts'
import type { CallRehearsal } from '../../../domain/calls/rehearse-calls.ts'
import type { ChangeReport, Target } from '../../../domain/changes/changes.ts'
import type { CountryCode } from '../../../domain/core/countries.ts'
import {
  type BulkOptions,
  bulk,
  type Listed,
  type ReadOptions,
  read,
  type WriteOptions,
  writeOptions,
} from '../call-options.ts'
import type { ApiClient } from '../client.ts'
import type { LongWork } from '../long-work.ts'

export const callPolicyEndpoints = (client: ApiClient) => ({
  /** What a policy would have made of the calls of a range; ISO 8601. */
  rehearse: (
    id: string,
    rehearsal: { policy: CallPolicyInput; from: string; to: string },
    options?: ReadOptions,
  ) =>
    client<CallRehearsal>(`/call-policies/${id}/rehearse`, {
      ...read(options),
      method: 'POST',
      body: rehearsal,
    }),
})

export const callerEndpoints = (client: ApiClient, longWork: LongWork) => ({
  board: (country: CountryCode, options?: ReadOptions) =>
    client<CallsBoard>('/callers/board', read(options, { country })),

  figures: (asked: FiguresAsked & { by?: FigureGroup }, options?: ReadOptions) =>
    client<Listed<CallerFigures>>('/callers', read(options, asked)),

  /** The calls that a figure counts. */
  calls: (
    asked: FiguresAsked & { figure: CallFigure; limit?: number; skip?: number },
    options?: ReadOptions,
  ) => client<Listed<FigureCall>>('/callers/calls', read(options, asked)),

  /** Figures as a spreadsheet, in the language of the console. */
  download: (asked: FiguresAsked & { by?: FigureGroup }, options?: WriteOptions) =>
    client<Blob, 'blob'>('/callers/download', {
      ...writeOptions('POST', undefined, options),
      query: asked,
      responseType: 'blob',
    }),

  /** Takes over orders that wait for a call, or frees them for others. */
  turn: (turn: 'take-over' | 'free', target: Target, options: BulkOptions = {}) =>
    longWork.json<ChangeReport>(`/orders/${turn}`, bulk({ ...target }, options), options),
})

export type FiguresAsked = {
  from: string
  to: string
  country?: CountryCode
  caller?: string
  seller?: string
  product?: string
}
