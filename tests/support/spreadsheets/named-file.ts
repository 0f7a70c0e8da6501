export type NamedFile = { what: string; make: () => Buffer }

export const named = (what: string, make: () => Buffer): NamedFile => ({ what, make })

/** A row with a text in its first cell. */
export const text = (value: string): string =>
  `<row r="1"><c r="A1" t="inlineStr"><is><t>${value}</t></is></c></row>`
