/** `npm run test:full`: every round, role, layout, mode and width; else as many as `npm test` has time for. */
export const isFull = process.env.TEST_FULL === '1'

export const rounds = (full: number, short: number): number => (isFull ? full : short)

/** Every case of a table in a full run, otherwise those that represent the others. */
export const casesOf = <Case>(
  all: readonly Case[],
  represents: (one: Case, at: number) => boolean,
): readonly Case[] => (isFull ? all : all.filter(represents))
