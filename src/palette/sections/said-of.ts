/** `Change status: Confirmed`: a thing and what is said of it, by the colon of the reader's language. */
export const saidOf = (
  parts: readonly string[],
  t: (key: string, values: Record<string, string>) => string,
): string => parts.reduce((what, words) => t('common:said', { what, words }))
