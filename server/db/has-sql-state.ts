/** Whether PostgreSQL ended a statement with one of these states; Drizzle wraps what it throws. */
export const hasSqlState = (error: unknown, states: ReadonlySet<string>): boolean => {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (states.has((cause as Error & { code?: string }).code ?? '')) return true
  }
  return false
}
