/** The usual form of an instant, in a session whose time zone is UTC: `2026-11-22 02:22:43.37+00`. */
const usual = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/

/** PostgreSQL's text of a `timestamptz` as ISO 8601, UTC, to the millisecond; whatever the session's time zone is. */
export const isoOf = (text: string): string => {
  const [, day, time, fraction = ''] = usual.exec(text) ?? []
  if (day === undefined) return new Date(text).toISOString()
  return `${day}T${time}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
}
