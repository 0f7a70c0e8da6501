/** Where a source's events come from. `generic`: our own documented JSON; `sheet`: the same, sent by a spreadsheet's script. */
export const sourceKinds = ['shopify', 'woocommerce', 'youcan', 'generic', 'sheet'] as const
export type SourceKind = (typeof sourceKinds)[number]

/** Kinds of source that can be asked for what changed. */
export const askedKinds = ['shopify', 'woocommerce', 'youcan'] as const satisfies readonly SourceKind[]
export type AskedKind = (typeof askedKinds)[number]

export const isAskedKind = (kind: SourceKind): kind is AskedKind =>
  (askedKinds as readonly SourceKind[]).includes(kind)
