import { describe, expect, it } from 'vitest'
import { shadowCss } from '../../../scripts/lib/shadow-css.mjs'

describe('the style sheet in another page’s shadow root', () => {
  it('says of its own element what it said of the root', () => {
    expect(shadowCss(':root,:host{--a:1}')).toBe('.waybill,.waybill{--a:1}')
    expect(shadowCss('html,:host{color:red}')).toBe('.waybill,.waybill{color:red}')
    expect(shadowCss('@media print{:root,[data-theme]{--a:2}}')).toBe(
      '@media print{.waybill,[data-theme]{--a:2}}',
    )
    expect(shadowCss('.html-preview{color:red}')).toBe('.html-preview{color:red}')
  })

  it('counts rem from the reader’s own size, and leaves names of classes as they are', () => {
    expect(shadowCss('.a{margin:-.5rem 1rem;width:calc(100% - 2rem)}')).toBe(
      '.a{margin:calc(-.5*var(--rem)) calc(1*var(--rem));width:calc(100% - calc(2*var(--rem)))}',
    )
    expect(shadowCss('.max-h-\\[min\\(26rem\\,56vh\\)\\]{max-height:min(26rem,56vh)}')).toBe(
      '.max-h-\\[min\\(26rem\\,56vh\\)\\]{max-height:min(calc(26*var(--rem)),56vh)}',
    )
    expect(shadowCss('@media (width>=40rem){.a{width:3rem}}')).toBe(
      '@media (width>=640px){.a{width:calc(3*var(--rem))}}',
    )
  })

  it('sets what a document would register', () => {
    const css =
      '@supports (((-webkit-hyphens:none)) and (not (margin-trim:inline))){*{--tw-shadow:0 0 #0000}}'
    expect(shadowCss(`${css}@property --tw-shadow{syntax:"*";inherits:false;initial-value:0 0 #0000}`)).toBe(
      '@supports (display:block){*{--tw-shadow:0 0 #0000}}',
    )
  })
})
