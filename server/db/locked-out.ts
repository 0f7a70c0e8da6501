/** Whether a statement waited for a lock as long as any may (`lock_timeout`), and was ended. */
export const isLockedOut = (error: unknown): boolean => {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if ((cause as Error & { code?: string }).code === '55P03') return true
  }
  return false
}
