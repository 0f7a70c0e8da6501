import { preprocessCSS, resolveConfig } from 'vite'
import { describe, expect, it } from 'vitest'
import { shadowRoot } from '../../../../scripts/lib/shadow-css.mjs'

const config = await resolveConfig(
  { configFile: false, css: { postcss: { plugins: [shadowRoot] } } },
  'build',
)
const shadowCss = async (css: string): Promise<string> => (await preprocessCSS(css, 'embed.css', config)).code

describe('the style sheet in another page’s shadow root', () => {
  it('says of its own element what it said of the root', async () => {
    expect(await shadowCss(':root,:host{--a:1}')).toBe('.waybill,.waybill{--a:1}')
    expect(await shadowCss('html,:host{color:red}')).toBe('.waybill,.waybill{color:red}')
    expect(await shadowCss('@media print{:root,[data-theme]{--a:2}}')).toBe(
      '@media print{.waybill,[data-theme]{--a:2}}',
    )
    expect(await shadowCss('.html-preview{color:red}')).toBe('.html-preview{color:red}')
  })

  it('counts rem from the reader’s own size, and leaves names of classes as they are', async () => {
    expect(await shadowCss('.a{margin:-.5rem 1rem;width:calc(100% - 2rem)}')).toBe(
      '.a{margin:calc(-.5*var(--rem)) calc(1*var(--rem));width:calc(100% - calc(2*var(--rem)))}',
    )
    expect(await shadowCss('.max-h-\\[min\\(26rem\\,56vh\\)\\]{max-height:min(26rem,56vh)}')).toBe(
      '.max-h-\\[min\\(26rem\\,56vh\\)\\]{max-height:min(calc(26*var(--rem)),56vh)}',
    )
    expect(await shadowCss('@media (width>=40rem){.a{width:3rem}}')).toBe(
      '@media (width>=640px){.a{width:calc(3*var(--rem))}}',
    )
  })

  it('sets what a document would register', async () => {
    const css =
      '@supports (((-webkit-hyphens:none)) and (not (margin-trim:inline))){*{--tw-shadow:0 0 #0000}}'
    expect(
      await shadowCss(`${css}@property --tw-shadow{syntax:"*";inherits:false;initial-value:0 0 #0000}`),
    ).toBe('@supports (display:block){*{--tw-shadow:0 0 #0000}}')
  })
})
