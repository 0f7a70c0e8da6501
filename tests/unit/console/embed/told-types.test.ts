import { expectTypeOf, it } from 'vitest'
import type * as published from '../../../../src/embed/public/waybill-palette.d.ts'
import type * as built from '../../../../src/embed/waybill-palette.tsx'

it('has the types that are published to other pages', () => {
  expectTypeOf<typeof published.mountPalette>().toEqualTypeOf<typeof built.mountPalette>()
  expectTypeOf<published.PaletteOptions>().toEqualTypeOf<built.PaletteOptions>()
})
