import { describe, expect, test } from 'vitest'
import { deviceName, isPhone } from '../../../../src/features/auth/device-name.ts'
import { checkPasswords } from '../../../../src/features/profile/profile-dialogs.tsx'

describe('a browser is named by its maker’s word and its system', () => {
  const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'
  test.each([
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/150.0.0.0 Safari/537.36`,
      'Chrome · Windows',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/150.0.0.0 Safari/537.36 Edg/150.0`,
      'Edge · Windows',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0', 'Firefox · Linux'],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
      'Safari · macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
      'Safari · iPhone',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/150.0 Mobile/15E148 Safari/604.1',
      'Chrome · iPhone',
    ],
    [
      `Mozilla/5.0 (Linux; Android 15; SM-A156B) ${webkit} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
      'Samsung Internet · Android',
    ],
    [
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/150.0.0.0 Safari/537.36`,
      'Chrome · ChromeOS',
    ],
    [
      `Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/148.0.0.0 YaBrowser/26.4 Safari/537.36`,
      'Yandex · Windows',
    ],
    [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/150.0.0.0 Safari/537.36`, 'Chrome · Linux'],
    ['curl/8.5.0', null],
    ['', null],
    [null, null],
  ])('%s', (userAgent, name) => {
    expect(deviceName(userAgent)).toBe(name)
  })

  test('and a phone is distinguished from a computer', () => {
    expect(isPhone('Mozilla/5.0 (Linux; Android 15) Mobile Safari')).toBe(true)
    expect(isPhone('Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)')).toBe(true)
    expect(isPhone('Mozilla/5.0 (Windows NT 10.0; Win64; x64)')).toBe(false)
    expect(isPhone(null)).toBe(false)
  })
})

describe('a new password', () => {
  const good = {
    currentPassword: 'the old one',
    password: 'dix-sept girafes',
    confirmation: 'dix-sept girafes',
  }

  test('is longer of administrators', () => {
    const short = { ...good, password: 'girafes!!', confirmation: 'girafes!!' }
    expect(checkPasswords(short, 'agent').problems).toEqual({})
    expect(checkPasswords(short, 'admin')).toEqual({
      problems: { password: 'ADMIN_PASSWORD_TOO_SHORT' },
      change: null,
    })
  })

  test('is sent without its confirmation', () => {
    const { currentPassword, password } = good
    expect(checkPasswords(good, 'seller')).toEqual({ problems: {}, change: { currentPassword, password } })
  })

  test.each([
    [
      'nothing',
      { currentPassword: '', password: '', confirmation: '' },
      {
        currentPassword: 'REQUIRED',
        password: 'REQUIRED',
        confirmation: 'REQUIRED',
      },
    ],
    ['a short one', { password: 'abc', confirmation: 'abc' }, { password: 'PASSWORD_TOO_SHORT' }],
    [
      'a common one',
      { password: 'azerty123', confirmation: 'azerty123' },
      { password: 'PASSWORD_TOO_COMMON' },
    ],
    ['no confirmation', { confirmation: '' }, { confirmation: 'REQUIRED' }],
    ['another confirmation', { confirmation: 'dix-huit girafes' }, { confirmation: 'PASSWORDS_DIFFER' }],
  ] as const)('is refused for %s, at its field', (_, draft, problems) => {
    expect(checkPasswords({ ...good, ...draft }, 'seller')).toEqual({ problems, change: null })
  })
})
