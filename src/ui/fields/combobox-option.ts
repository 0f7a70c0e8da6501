import type { ReactNode } from 'react'

export type ComboboxOption = { value: string; label: string; detail?: ReactNode; disabled?: boolean }
