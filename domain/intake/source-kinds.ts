/** Where a source's events come from. `generic`: our own documented JSON; `sheet`: the same, sent by a spreadsheet's script. */
export const sourceKinds = ['shopify', 'woocommerce', 'youcan', 'generic', 'sheet'] as const
export type SourceKind = (typeof sourceKinds)[number]
