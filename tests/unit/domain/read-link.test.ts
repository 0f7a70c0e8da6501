import { describe, expect, it } from 'vitest'
import { isMisleadingLink, isSafeLink, readLink, shownLink } from '../../../domain/lib/typed/read-link.ts'

const longToken = 'IwAR3x'.repeat(60)

const honest = [
  'https://boutique.ci',
  'http://boutique.ci/',
  'HTTPS://Boutique.CI/Montre',
  'https://shop.example:8443/p/12?couleur=bleu&taille=41#avis',
  'https://shop.example/p?mail=awa@test.example&u=a:b@c',
  'https://shop.example?ref=@awa#@top',
  'https://www.tiktok.com/@awa.shop/video/7301234567890123456?is_from_webapp=1&sender_device=pc',
  `https://www.facebook.com/groups/123/posts/456/?rdid=abc&fbclid=${longToken}`,
  `https://l.facebook.com/l.php?u=https%3A%2F%2Fboutique.ci%2Fp%3Fa%3D1%26b%3D2&h=${longToken}`,
  `https://fr.aliexpress.com/item/1005006123456789.html?spm=a2g0o.productlist.main.1&pdp_npi=4%40dis%21XOF%216%2C543%21&algo_pvid=${longToken}`,
  'https://wa.me/2250708091011?text=Bonjour%20%F0%9F%91%8B',
  'https://shop.example/100%25-coton/%E2%80%AE',
  'https://münchen.example/straße',
  'https://xn--mnchen-3ya.example/',
  'https://магазин.рф/часы',
  'https://متجر.مصر/ساعة',
  'https://例え.テスト/時計',
  'https://shop.example/montre–bleue_(2)/l’été;v=1,2',
  'https://192.168.1.20:8080/p',
  'https://[2001:db8::1]/p',
  'http://[2001:db8::1]:8080/p?q=1',
  'https://a.b./x',
  'https://pay-pal_shop.example/a//b/../c',
  'https://shop.example/🎁/cadeau',
  `https://shop.example/${'a'.repeat(1_979)}`,
]

const unsafe: [what: string, link: string][] = [
  ['a right-to-left override', 'https://shop.example/\u202Egpj.exe'],
  ['an override in the host', 'https://shop\u202E.example'],
  ['an embedding', 'https://shop.example/\u202Aa\u202C/b'],
  ['an isolate', 'https://shop.example/\u2066a\u2069b'],
  ['a mark of direction', 'https://shop.example/\u200Fa'],
  ['a mark of Arabic letters', 'https://shop.example/\u061Ca'],
  ['a zero-width space', 'https://sh\u200Bop.example'],
  ['a zero-width space in the scheme', 'ht\u200Btps://shop.example'],
  ['a zero-width joiner', 'https://shop\u200D.example'],
  ['a word joiner', 'https://shop.example/a\u2060b'],
  ['a soft hyphen', 'https://sh\u00ADop.example'],
  ['a byte order mark within', 'https://shop.example/\uFEFFa'],
  ['a variation selector', 'https://shop.example/a\uFE0F'.concat('b')],
  ['a tag character', 'https://shop.example/\u{E0041}a'],
  ['a Hangul filler', 'https://shop.example/\u3164a'],
  ['a blank of Braille', 'https://shop.example/\u2800a'],
  ['a no-break space', 'https://shop.example\u00A0.evil.example'],
  ['an ideographic space', 'https://shop.example\u3000.evil.example'],
  ['a line separator', 'https://shop.example/\u2028a'],
  ['a tab', 'https://shop.example/\ta'],
  ['a line end', 'https://shop.\nexample'],
  ['an escape', 'https://shop.example/\u001b[31m'],
  ['a delete', 'https://shop.example/\u007fa'],
  ['a private character', 'https://shop.example/\uE000a'],
  ['a user and a password', 'https://user:pass@evil.example'],
  ['a user', 'https://shop.example@evil.example/login'],
  ['an empty user', 'https://@evil.example'],
  ['a password alone', 'https://:pass@evil.example'],
  ['a user with an encoded slash', 'https://shop.example%2F@evil.example'],
  ['a user in capitals', 'HTTPS://SHOP.EXAMPLE:443@evil.example'],
  ['a user before an address', 'http://shop.example@[2001:db8::1]/'],
  ['a backslash before a user', 'https://a.b\\@evil.example'],
  ['a backslash after the host', 'https://evil.example\\.shop.example'],
  ['backslashes for slashes', 'https:\\\\evil.example'],
  ['a backslash in the path', 'https://shop.example/a\\..\\b'],
  ['a backslash in the query', 'https://shop.example/?a\\b'],
  ['an encoded host', 'https://ex%61mple.com'],
  ['an address with a zone', 'https://[fe80::1%25en0]/'],
  ['an encoded @', 'https://shop.example%40evil.example'],
  ['a wide @', 'https://shop.example＠evil.example'],
  ['a wide slash', 'https://shop.example／evil.example'],
  ['a hexadecimal address', 'https://0x7f.0.0.1/'],
  ['an octal address', 'https://0177.0.0.1/'],
  ['a short address', 'https://127.1/'],
  ['an address as a number', 'http://2130706433/'],
]

/** Hosts with look-alike characters, and how they are displayed. */
const lookAlikes: [what: string, link: string, shown: string][] = [
  ['a wide dot', 'https://shop．example', 'https://shop.example'],
  ['an ideographic dot', 'https://shop。example', 'https://shop.example'],
  ['wide letters', 'https://ｓｈｏｐ.example', 'https://shop.example'],
  ['a ligature of two letters', 'https://oﬃce.example', 'https://office.example'],
  ['a Cyrillic letter', 'https://p\u0430ypal.example', 'https://xn--pypal-4ve.example'],
  ['a Greek letter', 'https://g\u03BFogle.example', 'https://xn--gogle-rce.example'],
  [
    'a Cyrillic letter and a port',
    'http://\u0430pple.com:8080/\u0430?\u0430',
    'http://xn--pple-43d.com:8080/\u0430?\u0430',
  ],
  [
    'a Cyrillic letter behind a user',
    'https://shop.example@\u0430pple.com/',
    'https://shop.example@xn--pple-43d.com/',
  ],
  [
    'a Cyrillic letter in the user',
    'https://\u0430pple.com@evil.example',
    'https://xn--pple-43d.com@evil.example',
  ],
  [
    'a Cyrillic letter and a mark behind it',
    'https://\u0430pple.com\u202C',
    'https://xn--pple-43d.com⟨U+202C⟩',
  ],
  [
    'a Cyrillic letter and a mark before it',
    '\u202Ahttps://\u0430pple.com/\u200B',
    '⟨U+202A⟩https://xn--pple-43d.com/⟨U+200B⟩',
  ],
  ['a Cyrillic letter behind backslashes', 'https:\\\\\u0430pple.com\\x', 'https:\\\\xn--pple-43d.com\\x'],
  [
    'a Cyrillic letter and a tab in the scheme',
    'ht\ttps:/\t/\u0430pple.com',
    'ht⟨U+0009⟩tps:/⟨U+0009⟩/xn--pple-43d.com',
  ],
  [
    'a Cyrillic letter in a host that no browser asks',
    'https://\u0430pple.com%2f',
    'https://⟨U+0430⟩pple.com%2f',
  ],
]

const noLinks = [
  'boutique',
  'voir facebook',
  'javascript:alert(1)',
  'data:text/html,<b>x</b>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'ftp://shop.example',
  'blob:https://shop.example/1',
  'view-source:https://shop.example',
  '//evil.example',
  '/files/x.webp',
  'https:evil.example',
  'https:/evil.example',
  'https:///evil.example',
  'https://',
  'https://?a.b',
  'https://#a.b',
  'https://localhost',
  'https://a..b',
  'https://.a.b',
  'https://:443',
  'https://shop.example:99999/',
  'https://shop.example:80a/',
  'https://shop.example:80:80/',
  'https://[::1/',
  'https://shop.example/a b',
  'https://shop.example/"onload="x',
  'https://shop.example/<b>',
  'https://shop.example/`x`',
  'https://sho^p.example',
]

const allUnsafe = [...unsafe, ...lookAlikes.map(([what, link]) => [what, link] as const)]

describe('a link', () => {
  it.each(honest)('%s is kept as it was written', (link) => {
    expect(readLink(link)).toEqual({ ok: true, value: link })
    expect(readLink(`\ufeff\u202a \t${link}\u202c\u00a0\n`)).toEqual({ ok: true, value: link })
    expect(isSafeLink(link)).toBe(true)
  })

  it.each(allUnsafe)('with %s is refused as unsafe, and never followed', (_, link) => {
    expect(readLink(link)).toMatchObject({ ok: false, code: 'LINK_UNSAFE' })
    expect(isSafeLink(link)).toBe(false)
  })

  it.each(noLinks)('%s is none', (text) => {
    expect(readLink(text)).toMatchObject({ ok: false, code: 'NOT_A_URL' })
    expect(isSafeLink(text)).toBe(false)
  })

  it('has 2,000 characters at most', () => {
    expect(readLink(`https://shop.example/${'a'.repeat(1_980)}`)).toMatchObject({ code: 'TOO_LONG' })
    expect(readLink('\u202e'.repeat(100_000)).ok).toBe(false)
  })

  it('that was stored with marks around it is not followed', () => {
    expect(isSafeLink('https://shop.example\u202e')).toBe(false)
    expect(isSafeLink(' https://shop.example')).toBe(false)
  })
})

it.each([
  ['https://shop.example/p?a=1#b', 'https://shop.example/p?a=1#b'],
  ['https://аррӏе.example/p', 'https://xn--80ak6aa92e.example/p'],
  ['https://münchen.example:8443?a', 'https://xn--mnchen-3ya.example:8443?a'],
  ['HTTPS://Shop.EXAMPLE/Path', 'https://shop.example/Path'],
  ['http://[2001:DB8::1]/p', 'http://[2001:db8::1]/p'],
])('%s is shown as %s', (link, shown) => {
  expect(shownLink(link)).toBe(shown)
})

describe('a misleading link that is stored', () => {
  it.each(unsafe)('with %s shows every mark', (_, link) => {
    const shown = shownLink(link)
    expect(shown).not.toMatch(/[\p{C}\p{Default_Ignorable_Code_Point}\u2800\ufffc]|(?! )\p{Z}/u)
    expect(
      shown.replaceAll(/⟨U\+([0-9A-F]+)⟩/g, (_, code) => String.fromCodePoint(Number.parseInt(code, 16))),
    ).toBe(link)
    expect(isMisleadingLink(link)).toBe(true)
  })

  it.each(lookAlikes)('with %s is shown with the host that a browser asks', (_, link, shown) => {
    expect(shownLink(link)).toBe(shown)
    expect(isMisleadingLink(link)).toBe(true)
  })

  it('is shown in the order in which it is read', () => {
    expect(shownLink('https://shop.example/\u202Egnp.exe')).toBe('https://shop.example/⟨U+202E⟩gnp.exe')
    expect(shownLink('https://user:pass@evil.example')).toBe('https://user:pass@evil.example')
    expect(shownLink('page Facebook')).toBe('page Facebook')
    expect(isMisleadingLink('page Facebook')).toBe(false)
    expect(shownLink('voir: страница магазина')).toBe('voir: страница магазина')
  })
})
