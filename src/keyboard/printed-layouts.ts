/** `altGr`: physical key -> the character. */
type Printed = {
  plain: readonly string[]
  shifted: readonly string[]
  altGr?: Readonly<Record<string, string>>
}

/**
 * Each layout as printed on its keycaps (Windows), row by row, plain then with Shift. `†` is a dead key. `altGr` are the
 * characters that neither row has, each where AltGr types it. */
export const printedLayouts = {
  QWERTY: {
    plain: ['`1234567890-=', 'qwertyuiop[]\\', "asdfghjkl;'", 'zxcvbnm,./'],
    shifted: ['~!@#$%^&*()_+', 'QWERTYUIOP{}|', 'ASDFGHJKL:"', 'ZXCVBNM<>?'],
  },
  AZERTY: {
    plain: ['²&é"\'(-è_çà)=', 'azertyuiop†$*', 'qsdfghjklmù', 'wxcvbn,;:!'],
    shifted: [' 1234567890°+', 'AZERTYUIOP†£µ', 'QSDFGHJKLM%', 'WXCVBN?./§'],
    altGr: {
      Digit2: '~',
      Digit3: '#',
      Digit4: '{',
      Digit5: '[',
      Digit6: '|',
      Digit7: '`',
      Digit8: '\\',
      Digit0: '@',
      Minus: ']',
      Equal: '}',
      KeyE: '€',
    },
  },
  QWERTZ: {
    plain: ['†1234567890ß†', 'qwertzuiopü+#', 'asdfghjklöä', 'yxcvbnm,.-'],
    shifted: ['°!"§$%&/()=?†', "QWERTZUIOPÜ*'", 'ASDFGHJKLÖÄ', 'YXCVBNM;:_'],
    altGr: {
      KeyQ: '@',
      KeyE: '€',
      Digit7: '{',
      Digit8: '[',
      Digit9: ']',
      Digit0: '}',
      Minus: '\\',
      BracketRight: '~',
    },
  },
  Russian: {
    plain: ['ё1234567890-=', 'йцукенгшщзхъ\\', 'фывапролджэ', 'ячсмитьбю.'],
    shifted: ['Ё!"№;%:?*()_+', 'ЙЦУКЕНГШЩЗХЪ/', 'ФЫВАПРОЛДЖЭ', 'ЯЧСМИТЬБЮ,'],
  },
  // Escaped: editors show right-to-left rows out of order.
  Arabic: {
    plain: [
      '\u06301234567890-=',
      '\u0636\u0635\u062b\u0642\u0641\u063a\u0639\u0647\u062e\u062d\u062c\u062f\\',
      '\u0634\u0633\u064a\u0628\u0644\u0627\u062a\u0646\u0645\u0643\u0637',
      '\u0626\u0621\u0624\u0631~\u0649\u0629\u0648\u0632\u0638',
    ],
    shifted: [
      '\u0651!@#$%^&*)(_+',
      '\u064e\u064b\u064f\u064c\u0625\u0625\u2018\u00f7\u00d7\u061b<>|',
      '\u0650\u064d][\u0623\u0623\u0640\u060c/:"',
      '~\u0652}{\u0622\u0622\u2019,.\u061f',
    ],
  },
} as const satisfies Record<string, Printed>

export type PrintedLayout = keyof typeof printedLayouts
