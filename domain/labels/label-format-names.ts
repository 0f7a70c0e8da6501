/** Paper formats of labels: `a4-8` is a sheet of 2 x 4. Layouts: `label-layout.ts`. */
export const labelFormatNames = ['100x150', 'a6', 'a4-8'] as const
export type LabelFormatName = (typeof labelFormatNames)[number]

export const defaultLabelFormat: LabelFormatName = '100x150'

export const isLabelFormat = (value: unknown): value is LabelFormatName =>
  labelFormatNames.includes(value as LabelFormatName)
