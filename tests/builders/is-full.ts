/** `npm run test:full`: every round, role, layout, mode and width; else as many as `npm test` has time for. */
export const isFull = process.env.TEST_FULL === '1'
