import type { ReactNode } from 'react'

/** What a layout arranges. The four layouts are these parts in four grids. `menu` is null where it is an overlay. */
export type GridProps = { bar: ReactNode; menu: ReactNode; banner: ReactNode; content: ReactNode }
