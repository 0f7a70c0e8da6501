import { expectTypeOf, it } from 'vitest'
import type * as told from '../../../../src/embed/public/waybill-palette.d.ts'
import type * as built from '../../../../src/embed/waybill-palette.tsx'

it('has the types that are published to other pages', () => {
  expectTypeOf<typeof told.mountPalette>().toEqualTypeOf<typeof built.mountPalette>()
  expectTypeOf<told.PaletteOptions>().toEqualTypeOf<built.PaletteOptions>()
})
